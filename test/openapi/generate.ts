// Writes an OpenAPI 3.0 document as TypeScript: the type `paths` that openapi-fetch makes a client of.

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const nodesOf = (value: unknown): [string, Node][] =>
  isNode(value) ? Object.entries(value).flatMap(([key, one]) => (isNode(one) ? [[key, one] as [string, Node]] : [])) : []

export function generateTypes(document: Node): string {
  const components = isNode(document['components']) ? document['components'] : {}
  const schemas = nodesOf(components['schemas']).map(([name, schema]) => `${JSON.stringify(name)}: ${typeOf(schema)}`)
  const answers = isNode(components['responses']) ? components['responses'] : {}
  const paths = nodesOf(document['paths']).map(([path, item]) => `${JSON.stringify(path)}: {\n${operationsOf(item, answers).join('\n')}\n}`)
  return `export interface schemas {\n${schemas.join('\n')}\n}\nexport interface paths {\n${paths.join('\n')}\n}\n`
}

const operationsOf = (item: Node, answers: Node): string[] =>
  nodesOf(item).map(([method, operation]) => {
    const body = isNode(operation['requestBody']) ? `requestBody: { content: ${contentOf(operation['requestBody'])} };` : ''
    const responses = nodesOf(operation['responses']).map(
      ([status, answer]) => `${status}: { headers: {}; content: ${contentOf(resolve(answer, answers))} }`,
    )
    return `${method}: { parameters: ${parametersOf(operation)}; ${body} responses: { ${responses.join('; ')} } }`
  })

const resolve = (answer: Node, answers: Node): Node => {
  const target = typeof answer['$ref'] === 'string' ? answers[answer['$ref'].split('/').at(-1) ?? ''] : answer
  return isNode(target) ? target : {}
}

const contentOf = ({ content }: Node): string =>
  `{ ${nodesOf(content)
    .map(([type, media]) => `${JSON.stringify(type)}: ${isNode(media['schema']) ? typeOf(media['schema']) : 'unknown'}`)
    .join('; ')} }`

function parametersOf(operation: Node): string {
  const all = Array.isArray(operation['parameters']) ? operation['parameters'].filter(isNode) : []
  const places = Map.groupBy(all, parameter => String(parameter['in']))
  const fields = [...places].map(([place, ones]) => {
    const own = ones.map(
      one => `${JSON.stringify(one['name'])}${one['required'] ? '' : '?'}: ${isNode(one['schema']) ? typeOf(one['schema']) : 'unknown'}`,
    )
    return `${place}${ones.some(one => one['required']) ? '' : '?'}: { ${own.join('; ')} }`
  })
  return `{ ${fields.join('; ')} }`
}

function typeOf(schema: Node): string {
  const own = plainType(schema)
  return schema['nullable'] === true ? `(${own}) | null` : own
}

function plainType(schema: Node): string {
  if (typeof schema['$ref'] === 'string') return `schemas[${JSON.stringify(schema['$ref'].split('/').at(-1))}]`
  if (Array.isArray(schema['enum'])) return schema['enum'].map(one => JSON.stringify(one)).join(' | ')
  for (const [word, sign] of [
    ['anyOf', '|'],
    ['oneOf', '|'],
    ['allOf', '&'],
  ] as const)
    if (Array.isArray(schema[word]))
      return schema[word]
        .filter(isNode)
        .map(one => `(${typeOf(one)})`)
        .join(` ${sign} `)
  if (schema['type'] === 'array') return `(${isNode(schema['items']) ? typeOf(schema['items']) : 'unknown'})[]`
  if (schema['type'] === 'object') return objectType(schema)
  const plain: Record<string, string> = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean' }
  return plain[String(schema['type'])] ?? 'unknown'
}

function objectType(schema: Node): string {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const fields = nodesOf(schema['properties']).map(
    ([name, one]) => `${JSON.stringify(name)}${required.has(name) ? '' : '?'}: ${typeOf(one)}`,
  )
  const others = isNode(schema['additionalProperties']) ? [`[name: string]: ${typeOf(schema['additionalProperties'])}`] : []
  return `{ ${[...fields, ...others].join('; ')} }`
}
