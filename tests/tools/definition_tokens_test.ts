/** What the definitions of a toolset cost a model, before it has called anything. */
import { assert } from "@std/assert";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { TOOLSETS } from "../../mod.ts";

const MOST_TOKENS = {
  tree: 600,
  envelope: 270,
  codex: 250,
  files: 250,
  discovery: 1_250,
  agent: 2_110,
};

for (const [toolset, most] of Object.entries(MOST_TOKENS)) {
  Deno.test(`the definitions of ${toolset} cost at most ${most} tokens of o200k_base`, () => {
    const tools = Object.values(TOOLSETS[toolset as keyof typeof TOOLSETS]);
    const tokens = encode(JSON.stringify(tools.map(({ DEFINITION }) => DEFINITION))).length;
    assert(tokens <= most, `${tokens} tokens`);
  });
}
