// Extracts the names that a file uses, as tokens that the rules can look up in tables.
import { isNode, type Node, nameOf, type Placed } from './nodes.ts'

interface Token {
  token: string
  start: number
}

/**
 * `name` for one that the file does not declare, `key:` of an object, `object.property`, `.property`, `tag\`\``, `new Name()` without arguments,
 * and `sql now()` for a text that asks the database for the time.
 */
export function tokensOf(nodes: Placed[], bound: Set<string>): Token[] {
  return nodes.flatMap(placed => tokensAt(placed, bound).map(token => ({ token, start: placed.node.start })))
}

function tokensAt({ node, parent, field }: Placed, bound: Set<string>): string[] {
  switch (node.type) {
    case 'Identifier':
      return isUse(node, parent, field, bound) ? [nameOf(node)] : []
    case 'Property':
      return isNode(node['key']) && node['computed'] !== true ? [`${nameOf(node['key'])}:`] : []
    case 'MemberExpression':
      return memberTokens(node)
    case 'TaggedTemplateExpression':
      return isNode(node['tag']) ? [`${nameOf(node['tag'])}\`\``] : []
    case 'NewExpression':
      return Array.isArray(node['arguments']) && node['arguments'].length === 0 ? [`new ${nameOf(node['callee'])}()`] : []
    case 'Literal':
      return asksTime(node['value']) ? ['sql now()'] : []
    case 'TemplateElement':
      return asksTime(Object(node['value']).raw) ? ['sql now()'] : []
    default:
      return []
  }
}

function memberTokens(node: Node): string[] {
  const property = node['property']
  if (!isNode(property)) return []
  const name = property.type === 'Literal' ? String(property['value']) : node['computed'] ? '' : nameOf(property)
  return name ? [`.${name}`, `${nameOf(node['object'])}.${name}`] : []
}

function isUse(node: Node, parent: Node | null, field: string, bound: Set<string>): boolean {
  if (bound.has(nameOf(node))) return false
  if (parent?.type === 'MemberExpression' && field === 'property') return parent['computed'] === true
  const isLabel =
    field === 'key' || field === 'imported' || field === 'exported' || field === 'label' || field === 'typeName' || field === 'id'
  return !isLabel && !parent?.type.startsWith('TS')
}

const asksTime = (text: unknown): boolean =>
  typeof text === 'string' && /(?<![.\w])(now\(\)|current_timestamp|clock_timestamp\(\)|transaction_timestamp\(\))/i.test(text)
