import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { DirscopeError } from "../../src/errors.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { Scope } from "../../src/scope/scope.ts";
import { attemptPaced, checkOpenable, readKeys } from "../../src/walk/read_keys.ts";
import { descend, startAt } from "../../src/walk/steps.ts";
import { withQuickTree } from "../support/tree.ts";

const HERE = { open: "/", real: "/" };

Deno.test("checkOpenable() throws for a name that is not UTF-8, and for what is denied", () => {
  const scope = new Scope({ cwd: "/", roots: ["."] });
  checkOpenable(scope, descend(startAt(HERE), "a", HERE));
  const unaddressable = descend(startAt(HERE), "m\uFFFD", HERE);
  const error = assertThrows(() => checkOpenable(scope, unaddressable), DirscopeError);
  assertEquals(error.code, "unaddressable");
  // Both at once: the name comes first.
  Object.assign(scope, { allows: () => false });
  for (
    const [directory, code] of [[unaddressable, "unaddressable"], [
      startAt(HERE),
      "outside_scope",
    ]] as const
  ) {
    assertEquals(assertThrows(() => checkOpenable(scope, directory), DirscopeError).code, code);
  }
});

Deno.test("readKeys() reads a small directory at once and others with yields, and counts each", async () => {
  await withQuickTree({ "a": "", "b": "" }, async (root) => {
    const directory = startAt(new Scope({ cwd: root, roots: ["."] }).enter("."));
    for (const [i, sizeClass] of (["small", "large", "huge"] as const).entries()) {
      const pacer = new Pacer();
      const keys = readKeys(directory, sizeClass, pacer);
      assertEquals(keys instanceof Promise, i > 0);
      assertEquals<readonly string[]>((await keys).sort(), ["a", "b"]);
      assertEquals([pacer.directories, pacer.entries], [1, 2]);
    }
  });
});

Deno.test("attemptPaced() turns an error into its code, but an abort stays an abort", async () => {
  const fail = (): Promise<never> => Promise.reject(new Deno.errors.NotFound("gone"));
  const error = await assertRejects(() => attemptPaced(new Pacer(), fail), DirscopeError);
  assertEquals(error.code, "not_found");
  const controller = new AbortController();
  const pacer = new Pacer({ signal: controller.signal });
  controller.abort();
  const abort = await assertRejects(() => attemptPaced(pacer, fail), DOMException);
  assert(abort.name === "AbortError");
});
