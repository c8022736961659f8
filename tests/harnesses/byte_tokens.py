"""A tokenizer of bytes, made in memory: any text survives it."""

from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

TEMPLATE = (
    "{% for message in messages %}{{ message['role'] }}: {{ message['content'] }}\n{% endfor %}"
    "{% if add_generation_prompt %}assistant: {% endif %}"
)


def tokenizer() -> PreTrainedTokenizerFast:
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {letter: number for number, letter in enumerate(["<pad>", "<eos>", *alphabet])}
    whole = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    whole.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    whole.decoder = decoders.ByteLevel()
    made = PreTrainedTokenizerFast(
        tokenizer_object=whole, pad_token="<pad>", eos_token="<eos>", padding_side="left"
    )
    made.chat_template = TEMPLATE
    return made
