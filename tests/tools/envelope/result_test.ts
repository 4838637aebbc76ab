import { assertEquals, assertMatch } from "@std/assert";
import { DirscopeError, type ErrorCode } from "../../../src/errors.ts";
import { failureOf } from "../../../src/tools/envelope/result.ts";
import { withReads, withUnreadable } from "../../support/disk_reads.ts";
import { DENIED, execute, failure, shown } from "../../support/envelope.ts";
import { ANY_NAME, FIFOS, LINKS, needing } from "../../support/machine.ts";
import { fifo, link, withQuickTree } from "../../support/tree.ts";

Deno.test(
  needing(
    [FIFOS, LINKS],
    "LS: the errors of the spec's section 7, verbatim but for a FIFO, {path} as given",
  ),
  async () => {
    await withQuickTree({
      "dir/x": "",
      "file": "",
      "fifo": fifo(),
      "to-file": link("file"),
      "to-nothing": link("nothing"),
      "locked/x": "",
    }, async (root) => {
      const missing = (path: string) => ["NOT_FOUND", `Path '${path}' does not exist.`] as const;
      const file = (path: string) =>
        [
          "INVALID_PARAM",
          `'${path}' is a file, not a directory. Use 'Read' tool to view its content.`,
        ] as const;
      const rows: [string, readonly [string, string]][] = [
        ["missing", missing("missing")],
        ["./missing/", missing("./missing/")],
        [`${root}/missing`, missing(`${root}/missing`)],
        ["dir/../missing", missing("dir/../missing")],
        ["to-nothing", missing("to-nothing")],
        ["a\nb\\c\u202e", missing("a\\nb\\\\c\\u{202E}")],
        ["file", file("file")],
        ["./file", file("./file")],
        ["fifo", ["INVALID_PARAM", "'fifo' is a FIFO, socket or device, not a directory."]],
        ["to-file", file("to-file")],
        ["..", ["ACCESS_DENIED", DENIED]],
        ["/", ["ACCESS_DENIED", DENIED]],
      ];
      for (const [path, [code, message]] of rows) {
        assertEquals(await execute({ path }, { cwd: root }), failure(code, message, { path }));
      }
      await withUnreadable([`${root}/locked`], async () => {
        assertEquals(
          await execute({ path: "./locked" }, { cwd: root }),
          failure("ACCESS_DENIED", "Permission denied accessing './locked'.", { path: "./locked" }),
        );
        assertEquals(await shown({}, { cwd: root }), [
          "dir/",
          "locked/",
          "fifo",
          "file",
          "to-file@",
          "to-nothing@",
        ]);
      });
      const before = () => {
        throw Object.assign(new Error(`Input/output error (os error 5): ${root}`), { code: "EIO" });
      };
      await withReads({ before }, async () => {
        assertEquals(
          await execute({ path: "dir" }, { cwd: root }),
          failure("INTERNAL_ERROR", "Failed to list directory - input/output error", {
            path: "dir",
          }),
        );
      });
    });
  },
);

Deno.test(needing(LINKS, "LS: a looping or too long path is an error of the table"), async () => {
  await withQuickTree({ "loop": link("loop") }, async (root) => {
    for (const path of ["loop", "n".repeat(300), "n/".repeat(2048)]) {
      const { error, text, data } = await execute({ path }, { cwd: root });
      assertMatch(
        `${error!.code}: ${error!.message}`,
        /^(NOT_FOUND: Path '.*' does not exist\.|INTERNAL_ERROR: Failed to list directory - too many levels of symbolic links)$/,
      );
      assertEquals([text, data], [error!.message, {}]);
    }
  });
});

Deno.test("LS: 'params_input is what the model sent, unchanged' (5.6)", async () => {
  await withQuickTree({ "a": "" }, async (root) => {
    const args = Object.freeze({ path: "./", limit: null, ignore: Object.freeze(["b"]) });
    const { context } = await execute(args, { cwd: root });
    assertEquals(context.params_input, { path: "./", limit: null, ignore: ["b"] });
    assertEquals(context.path_resolved, ".");
  });
});

Deno.test("LS: an error leaves cwd as it is and has the keys of the protocol, in order", async () => {
  await withQuickTree({ "sub/": "" }, async (root) => {
    const envelope = await execute({ path: "x" }, { cwd: `${root}/sub`, roots: [root] });
    assertEquals(envelope, failure("NOT_FOUND", "Path 'x' does not exist.", { path: "x" }, "sub"));
    assertEquals(Object.keys(envelope), ["status", "data", "text", "stats", "context", "error"]);
    const success = await execute({}, { cwd: root });
    assertEquals(Object.keys(success), ["status", "data", "text", "stats", "context"]);
  });
});

Deno.test(
  needing(ANY_NAME, "LS: text is line-safe, JSON carries names unchanged (section 3)"),
  async () => {
    const rows: [string, string][] = [
      ["a\nb", "a\\nb"],
      ["a\tb", "a\\tb"],
      ["a\rb", "a\\rb"],
      ["a\x1b[31mb", "a\\u{1B}[31mb"],
      ["a\x7fb", "a\\u{7F}b"],
      ["a\x85b", "a\\u{85}b"],
      ["a\\b", "a\\\\b"],
      ["a\u061cb", "a\\u{61C}b"],
      ["a\u200bb", "a\\u{200B}b"],
      ["a\u2029b", "a\\u{2029}b"],
      ["a\u202eb", "a\\u{202E}b"],
      ["a\u2066b", "a\\u{2066}b"],
      ["a\ufeffb", "a\\u{FEFF}b"],
      ["a\u{e0041}b", "a\\u{E0041}b"],
      ["a'b", "a'b"],
    ];
    await withQuickTree({}, async (root) => {
      for (const [name, text] of rows) {
        await Deno.mkdir(`${root}/${name}/${name}`, { recursive: true });
        const envelope = await execute({ path: name }, { cwd: root });
        assertEquals(
          envelope.text,
          `Listed 1 entries in '${text}'\n(Total: 1 items - 1 dirs, 0 files, 0 links)\n\n${text}/${text}/`,
        );
        assertEquals(envelope.data.entries, [{ path: `${name}/${name}`, type: "dir" }]);
        assertEquals(envelope.context.path_resolved, name);
        await Deno.remove(`${root}/${name}`, { recursive: true });
      }
    });
  },
);

Deno.test("failureOf() turns every code into an error of the table, with the path line-safe", () => {
  const internal = "INTERNAL_ERROR: Failed to list directory - input/output error";
  const rows: Readonly<Record<ErrorCode, string>> = {
    bad_cursor: internal,
    bad_pattern: internal,
    busy: "INTERNAL_ERROR: Failed to list directory - busy",
    invalid_argument: internal,
    invalid_path: internal,
    io_error: internal,
    link_loop: "INTERNAL_ERROR: Failed to list directory - too many levels of symbolic links",
    name_too_long: "NOT_FOUND: Path 'a\\n$&' does not exist.",
    not_a_directory: "INVALID_PARAM: 'a\\n$&' is a file, not a directory. " +
      "Use 'Read' tool to view its content.",
    not_found: "NOT_FOUND: Path 'a\\n$&' does not exist.",
    outside_scope: "ACCESS_DENIED: Access denied. Path must be within the project root.",
    permission_denied: "ACCESS_DENIED: Permission denied accessing 'a\\n$&'.",
    scan_limit: "INTERNAL_ERROR: Failed to list directory - scan_limit",
    timed_out: "INTERNAL_ERROR: Failed to list directory - timed_out",
    host_failed: "INTERNAL_ERROR: Failed to list directory - host_failed",
    unaddressable: "NOT_FOUND: Path 'a\\n$&' does not exist.",
  };
  for (const [code, expected] of Object.entries(rows)) {
    const failure = failureOf(new DirscopeError(code as ErrorCode), "a\n$&");
    assertEquals(`${failure.code}: ${failure.message}`, expected, code);
  }
});
