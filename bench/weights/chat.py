"""Our answers beside llama.cpp's: the same ten chats, the likeliest token always, on two threads, one after the other.

`python chat.py CHAT_EXAMPLE MODEL.gguf [TOKENS]`, with node-llama-cpp installed in the folder that NODE_LLAMA names. Prompts are made by
jinja2 from the file's template, so that our template, tokenizer and network are all compared. Prints the chats that differ, tokens a second
of prompts and answers on both sides, and their ratio."""
import json
import os
import subprocess
import sys
import tempfile

import jinja2
from gguf import GGUFReader

CHATS = [
    [["user", "What is the capital of France?"]],
    [["system", "You answer briefly."], ["user", "Name three colours of the rainbow, and say why the sky is blue."]],
    [["user", "Write a title for this text: The tide was out and the boats lay on the sand, while children looked for crabs."]],
    [["user", "Translate into German: Where is the train station?"]],
    [["user", "Summarise: Photosynthesis is the process by which plants use sunlight, water and carbon dioxide to make oxygen and energy in the form of sugar."]],
    [["user", "Count from 1 to 12."]],
    [["user", "Write a Python function that reverses a string."]],
    [["user", "Is this review good or bad? 'The room was dirty, and the staff didn't care.'"]],
    [["user", "Hello!"], ["assistant", "Hi, how can I help?"], ["user", "Tell me a joke about cats."]],
    [["user", "List 5 tags for a photo of a snowy mountain at 2026-11-27, 14:35:07 — “crème brûlée” 你好."]],
]

LLAMA = """
import { getLlama } from 'node-llama-cpp';
import { readFileSync } from 'node:fs';
const [, , file, longest, prompts] = process.argv;
const llama = await getLlama({ gpu: false, logLevel: 'error', maxThreads: 2 });
const model = await llama.loadModel({ modelPath: file, gpuLayers: 0 });
const context = await model.createContext({ contextSize: 2048, threads: 2, batchSize: 512 });
for (const prompt of JSON.parse(readFileSync(prompts, 'utf8'))) {
  const sequence = context.getSequence();
  const tokens = model.tokenize(prompt, true);
  const start = performance.now();
  let first = null;
  const answer = [];
  for await (const token of sequence.evaluate(tokens, { temperature: 0, repeatPenalty: false })) {
    first ??= (performance.now() - start) / 1000;
    if (model.isEogToken(token)) break;
    answer.push(token);
    if (answer.length >= Number(longest)) break;
  }
  const seconds = (performance.now() - start) / 1000;
  console.log(JSON.stringify({ text: model.detokenize(answer), tokens: answer.length, prompt_tokens: tokens.length, first, seconds }));
  sequence.dispose();
}
process.exit(0);
"""


def field(reader, name):
    return reader.fields[name].contents() if name in reader.fields else ""


def prompts(model):
    """The texts that the model's template makes of the chats."""
    reader = GGUFReader(model)
    tokens = field(reader, "tokenizer.ggml.tokens")
    text = lambda name: tokens[field(reader, name)] if name in reader.fields else ""
    environment = jinja2.Environment(trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(field(reader, "tokenizer.chat_template"))
    shared = {"add_generation_prompt": True, "bos_token": text("tokenizer.ggml.bos_token_id"), "eos_token": text("tokenizer.ggml.eos_token_id")}
    return [template.render(messages=[{"role": role, "content": content} for role, content in chat], **shared) for chat in CHATS]


def lines(command, **more):
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **more).stdout
    return [json.loads(line) for line in out.splitlines()]


def speed(answers):
    """Tokens a second of prompts and of what was written behind the first token."""
    prompt = sum(answer["prompt_tokens"] for answer in answers) / sum(answer["first"] for answer in answers)
    written = sum(answer["tokens"] - 1 for answer in answers) / sum(answer["seconds"] - answer["first"] for answer in answers)
    return prompt, written


def main():
    example, model, longest = sys.argv[1], sys.argv[2], (sys.argv[3:] or ["64"])[0]
    chats = "\n".join(json.dumps([{"role": role, "content": content} for role, content in chat]) for chat in CHATS)
    ours = lines([example, model, longest], input=chats)
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(os.environ["NODE_LLAMA"], "llama.mjs")
        open(script, "w").write(LLAMA)
        listed = os.path.join(folder, "prompts.json")
        open(listed, "w").write(json.dumps(prompts(model)))
        theirs = lines(["node", script, os.path.abspath(model), longest, listed])
    same = 0
    for mine, other, chat in zip(ours, theirs, CHATS):
        equal = mine["text"] == other["text"] and mine["prompt_tokens"] == other["prompt_tokens"]
        same += equal
        if not equal:
            print(f"{chat[-1][1]}\n  ours:      {mine['prompt_tokens']} {mine['text']!r}\n  llama.cpp: {other['prompt_tokens']} {other['text']!r}")
    print(f"same answers: {same} of {len(CHATS)}")
    for name, mine, other in zip(["prompt", "answer"], speed(ours), speed(theirs)):
        print(f"{name}: {mine:.1f} tokens a second, llama.cpp {other:.1f}: x {mine / other:.2f}")


main()
