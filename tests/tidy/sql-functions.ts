import { parseSync } from 'libpg-query';

interface Name {
  String: { sval: string };
}
interface Option {
  DefElem: {
    defname: string;
    arg: { String?: { sval: string }; List?: { items: [Name] } };
  };
}
interface TypeName {
  names: Name[];
  arrayBounds?: unknown[];
}
interface FunctionStatement {
  funcname: [Name, Name];
  parameters?: { FunctionParameter: { argType: TypeName; mode: string } }[];
  options: Option[];
}

/** A function of a file of SQL. */
export interface SqlFunction {
  path: string;
  schema: string;
  /** Name and types of the arguments, as callers know it. */
  signature: string;
  language: string;
  body: string;
  /** The whole statement. */
  text: string;
}

const ARGUMENTS = new Set(['FUNC_PARAM_DEFAULT', 'FUNC_PARAM_IN', 'FUNC_PARAM_VARIADIC']);

const typeOf = ({ names, arrayBounds }: TypeName): string =>
  names.map(({ String: { sval } }) => sval).join('.') + (arrayBounds === undefined ? '' : '[]');

/** The functions of a file. @throws Error for what is no SQL */
export function functionsIn({ path, text }: { path: string; text: string }): SqlFunction[] {
  const bytes = Buffer.from(text);
  return (parseSync(text).stmts ?? []).flatMap(
    ({ stmt, stmt_location: from = 0, stmt_len: length }) => {
      const made = (stmt as { CreateFunctionStmt?: FunctionStatement }).CreateFunctionStmt;
      if (made === undefined) return [];
      const option = (name: string) =>
        made.options.find(({ DefElem: { defname } }) => defname === name)?.DefElem.arg;
      const types = (made.parameters ?? [])
        .map(({ FunctionParameter: one }) => one)
        .filter(({ mode }) => ARGUMENTS.has(mode))
        .map(({ argType }) => typeOf(argType));
      const [schema, name] = made.funcname.map(({ String: { sval } }) => sval);
      return {
        path,
        schema: schema ?? '',
        signature: `${schema}.${name}(${types.join(', ')})`,
        language: option('language')?.String?.sval ?? '',
        body: option('as')?.List?.items[0].String.sval ?? '',
        text: bytes.subarray(from, from + (length ?? bytes.length)).toString(),
      };
    },
  );
}

/**
 * The parser knows no types of ours: a row is a record to it, and a list of rows a list of
 * anything.
 */
export const withPlainTypes = (text: string): string =>
  text
    .replaceAll(/\bbilling\.(?:\w+_order|closing)\[\]/g, 'text[]')
    .replaceAll(/\bbilling\.(?:\w+_order|closing)\b/g, 'record');
