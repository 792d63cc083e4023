import { PLAN_RULE, type PlanRule } from '../src/record/read-plan.ts';

/** JSON Schema of a rule. Further fields are allowed: a newer version may add some. */
function schemaOf(rule: PlanRule): Readonly<Record<string, unknown>> {
  switch (rule.type) {
    case 'anything':
      return { type: 'object' };
    case 'boolean':
      return { type: 'boolean' };
    case 'string-or-null':
      return { type: ['string', 'null'] };
    case 'number':
    case 'integer':
      return { ...rule };
    case 'string':
      return {
        type: 'string',
        ...(rule.values === undefined ? {} : { enum: rule.values }),
        ...(rule.pattern === undefined ? {} : { pattern: rule.pattern }),
      };
    case 'array':
      return {
        type: 'array',
        items: schemaOf(rule.items),
        ...(rule.length === undefined ? {} : { minItems: rule.length, maxItems: rule.length }),
      };
    case 'object': {
      const fields = { ...rule.fields, ...rule.optional };
      return {
        type: 'object',
        required: Object.keys(rule.fields),
        properties: Object.fromEntries(
          Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]),
        ),
      };
    }
  }
}

/** The published schema of `ctxplan.json`. */
export const planSchema = (): Readonly<Record<string, unknown>> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'ctxplan.json',
  description: 'The plan of an assembled context: what stands in it, and all that it depends on.',
  ...schemaOf(PLAN_RULE),
});
