"""Instructor: a model's answer as an object."""

import instructor
from openai import OpenAI
from pydantic import BaseModel
from tried import FEATURE, HELLO, MODEL, expect_refusal


class Person(BaseModel):
    """Somebody."""

    name: str
    age: int


client = instructor.from_openai(OpenAI(max_retries=0), mode=instructor.Mode.TOOLS)


def answer() -> Person:
    return client.chat.completions.create(
        model=MODEL, response_model=Person, max_retries=0, messages=[{"role": "user", "content": HELLO}]
    )


if FEATURE == "answer":
    if not isinstance(answer(), Person):
        raise SystemExit("no person")
else:
    expect_refusal(answer)
