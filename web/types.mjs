// Writes the types of questions and answers to src/types.ts, from the description of the API. The description is the
// program's own: a test of the server compares it with openapi.json.
import { readFileSync, writeFileSync } from 'node:fs';

const { components } = JSON.parse(readFileSync('openapi.json', 'utf8'));

/** A schema as a type of TypeScript. */
function type(schema) {
  if (schema === true || !schema) return 'unknown';
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map(type).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((one) => type({ ...schema, type: one })).join(' | ');
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return schema.prefixItems ? `[${schema.prefixItems.map(type).join(', ')}]` : list(type(schema.items), schema);
    case 'object':
      return object(schema);
    default:
      return 'unknown';
  }
}

/** A list, of a fixed length where it is short. */
function list(item, { minItems, maxItems }) {
  if (minItems === maxItems && maxItems <= 4) return `[${Array(maxItems).fill(item).join(', ')}]`;
  return /[ |]/.test(item) ? `(${item})[]` : `${item}[]`;
}

function object({ properties = {}, required = [] }) {
  const members = Object.entries(properties).map(([name, schema]) => {
    const words = schema.description ? `/** ${schema.description.replace(/\s+/g, ' ')} */ ` : '';
    return `${words}${name}${required.includes(name) ? '' : '?'}: ${type(schema)};`;
  });
  return `{ ${members.join(' ')} }`;
}

const names = Object.entries(components.schemas).map(([name, schema]) => `export type ${name} = ${type(schema)};\n`);
writeFileSync('src/types.ts', `// Made by types.mjs from openapi.json; not to be changed by hand.\n\n${names.join('\n')}`);
