import { assertEquals } from "@std/assert";
import { parseMessages } from "../../src/mcp/message_parser.ts";

Deno.test('"`arguments: null` is none", as is `cursor: null`', () => {
  const call = '"method":"tools/call","params":{"name":"a"';
  const list = '"method":"tools/list","params":{';
  const rows: [sent: string, read: string][] = [
    [`${call},"arguments":null}`, `${call}}`],
    [`${call},"arguments":{"a":null}}`, `${call},"arguments":{"a":null}}`],
    [`${list}"cursor":null}`, `${list}}`],
    [`${list}"cursor":"a"}`, `${list}"cursor":"a"}`],
  ];
  for (const [sent, read] of rows) {
    const [text, message] = [sent, read].map((each) => `{"jsonrpc":"2.0","id":1,${each}}`);
    const expected = { message: JSON.parse(message!) };
    assertEquals(parseMessages(text!, true), expected);
    assertEquals(parseMessages(`[${text}]`, true), [expected]);
  }
});
