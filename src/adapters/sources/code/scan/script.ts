import { newReader } from './reader.ts';
import type { Scanner } from './scanner.ts';
import { newClasses } from './script/classes.ts';
import { newDeclarations } from './script/declarations.ts';
import { newElements } from './script/elements.ts';
import { newExpressions } from './script/expressions.ts';
import { newFunctions } from './script/functions.ts';
import { newModules } from './script/modules.ts';
import { newOperands } from './script/operands.ts';
import type { Dialect, Parts, Script } from './script/parts.ts';
import { newStatements } from './script/statements.ts';
import { newTypes } from './script/types.ts';
import { END } from './tokens.ts';

/** Reads JavaScript or TypeScript once, statement by statement. */
export function scanScript(dialect: Dialect): Scanner {
  const script = Object.assign(newReader(), dialect, { conditions: 0, heritage: [] }) as Omit<
    Script,
    keyof Parts
  > as Script;
  Object.assign(
    script,
    newTypes(script),
    newFunctions(script),
    newOperands(script),
    newElements(script),
    newExpressions(script),
    newClasses(script),
    newDeclarations(script),
    newModules(script),
    newStatements(script),
  );
  return (notes) => {
    script.conditions = 0;
    script.heritage = [];
    script.open(notes);
    while (!script.isKind(END)) script.statement();
  };
}
