/** Definitions by tree-sitter, an independent judge. */
import { createRequire } from "node:module";
import grammars from "tree-sitter-wasms/package.json" with { type: "json" };
import Parser from "web-tree-sitter";

/** A definition by tree-sitter. Lines count from 1. */
export interface JudgedDefinition {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const FUNCTION =
  /^(?:(?:generator_)?function_(?:declaration|definition|item|signature_item)|(?:singleton_)?method|(?:method|constructor)_(?:definition|declaration)|macro_definition)$/;
const TYPE =
  /^(?:(?:abstract_)?class_(?:declaration|definition|specifier)|(?:interface|enum|trait|object|protocol|record|struct)_(?:declaration|item|specifier)|impl_item|mod_item|type_spec)$/;
const BOUND = /^(?:variable_declarator|public_field_definition|assignment_expression|pair)$/;
const VALUE = /^(?:arrow_function|function|function_expression)$/;

/** Loads the grammar of a language, and returns what finds the definitions of a text, outer before inner. */
export async function treeSitter(
  language: string,
): Promise<(text: string) => JudgedDefinition[]> {
  await Parser.init();
  const parser = new Parser();
  const file = createRequire(import.meta.url).resolve(
    `${grammars.name}/out/tree-sitter-${language}.wasm`,
  );
  parser.setLanguage(await Parser.Language.load(await Deno.readFile(file)));
  return (text) => {
    const definitions: JudgedDefinition[] = [];
    const visit = (node: Parser.SyntaxNode) => {
      const name = nameOf(node);
      if (name !== undefined) {
        definitions.push({
          name,
          from: node.startPosition.row + 1,
          to: node.endPosition.row + 1,
        });
      }
      node.namedChildren.forEach(visit);
    };
    const tree = parser.parse(text);
    visit(tree.rootNode);
    tree.delete();
    return definitions;
  };
}

/** Returns the last part of the name that a node defines. */
function nameOf(node: Parser.SyntaxNode): string | undefined {
  let named: Parser.SyntaxNode | null | undefined;
  if (BOUND.test(node.type)) {
    const value = node.childForFieldName("value") ?? node.childForFieldName("right");
    if (!VALUE.test(value?.type ?? "")) return undefined;
    named = ["name", "property", "key", "left"].map((field) => node.childForFieldName(field))
      .find((child) => child !== null);
  } else {
    if (!FUNCTION.test(node.type) && !TYPE.test(node.type)) return undefined;
    named = node.childForFieldName("name") ?? node.childForFieldName("declarator") ??
      node.childForFieldName("type");
    for (let inner = named; inner; inner = inner.childForFieldName("declarator")) named = inner;
    named ??= node.namedChildren.find(({ type }) => /identifier/.test(type));
  }
  return named?.text.replace(/<[^]*$/, "").replace(/^["'#]|["']$/g, "").split(/\.|::/).pop();
}
