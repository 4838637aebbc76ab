import { assert, assertEquals, assertRejects } from "@std/assert";
import { type Progress, type Tool, TOOLSETS, toToolResult, TreeCache } from "../../mod.ts";
import { connectRemote } from "../../src/remote/connect_remote.ts";
import { serveHttp } from "../../src/mcp/mod.ts";
import { NAMES, sampleCalls, TREE } from "../support/mcp.ts";
import { withTree } from "../support/tree.ts";
import { manyDirectories, slowDisk } from "../support/slow_disk.ts";

/** Returns a result as text without its times, which differ from call to call. */
function canonical(output: unknown): string {
  return JSON.stringify(output).replace(/"time_ms":[\d.]+/g, '"time_ms":0');
}

for (const toolset of NAMES) {
  Deno.test(`${toolset}: remote results are byte-equal to local ones for an equal tree`, async () => {
    // Decision 2: "results are byte-equal to local ones for an equal tree".
    await withTree(TREE, async (root) => {
      const locals: Readonly<Record<string, Tool>> = TOOLSETS[toolset];
      await using server = await serveHttp({ toolset, roots: [root], workers: 1 });
      await using remote = await connectRemote(server.url);
      assertEquals(Object.keys(remote), Object.keys(locals));
      const context = { cwd: root, roots: [root], cache: new TreeCache() };
      const odd = [undefined, null, 5, "x", [], { path: NaN }, { limit: Infinity }, {
        query: "a",
        extensions: "c",
        limit: "1",
      }].flatMap((
        args,
      ) => Object.keys(locals).map((tool) => ({ tool, args })));
      for (const { tool, args } of [...sampleCalls(toolset, root), ...odd]) {
        const here = await locals[tool]!.execute(args, context);
        const there = await remote[tool]!.execute(args);
        assertEquals(canonical(there), canonical(here), `${tool} ${JSON.stringify(args)}`);
        const [a, b] = [toToolResult(remote[tool]!, there), toToolResult(locals[tool]!, here)];
        assertEquals(canonical(a), canonical(b));
        assertEquals(remote[tool]!.toReport?.(there), locals[tool]!.toReport?.(here));
      }
      for (const [name, { DEFINITION, OUTPUT_SCHEMA }] of Object.entries(locals)) {
        assertEquals(remote[name]!.DEFINITION, DEFINITION);
        assertEquals(remote[name]!.OUTPUT_SCHEMA, OUTPUT_SCHEMA);
      }
    });
  });
}

Deno.test("a remote call is cancelled by its signal, with an AbortError as a local one; progress arrives", async () => {
  await withTree(manyDirectories(150), async (root) => {
    let reads = 0;
    using _disk = slowDisk(() => reads++);
    await using server = await serveHttp({ toolset: "discovery", roots: [root], workers: 0 });
    await using remote = await connectRemote(server.url);
    const abort = new AbortController();
    const seen: Progress[] = [];
    const call = remote.find_files!.execute({}, {
      signal: abort.signal,
      onProgress: (progress) => {
        seen.push(progress);
        if (seen.length === 3) abort.abort();
      },
    });
    const error = await assertRejects(() => call, DOMException);
    assertEquals([error.name, seen.length], ["AbortError", 3]);
    assert(seen.every(({ directories, entries }) => directories > 0 && entries > 0));
    assert(reads < 150, "the walk goes on");
    const message =
      "Cannot use the context of a remote call (signal and onProgress): policy is no known field";
    const context = { policy: { hide: ["*"] } } as object;
    await assertRejects(() => remote.find_files!.execute({}, context), TypeError, message);
    const again = () => remote.find_files!.execute({}, { signal: abort.signal });
    assertEquals((await assertRejects(again, DOMException)).name, "AbortError");
  });
});
