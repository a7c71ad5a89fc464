// Walks a syntax tree: yields each node with its parent, and finds the names that a file declares.

export interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

/** A node and where it hangs. */
export interface Placed {
  node: Node
  parent: Node | null
  field: string
}

export function* nodesIn(root: unknown): Generator<Placed> {
  const waiting: Placed[] = isNode(root) ? [{ node: root, parent: null, field: '' }] : []
  for (let placed = waiting.pop(); placed; placed = waiting.pop()) {
    yield placed
    const { node } = placed
    for (const [field, value] of Object.entries(node).toReversed())
      for (const child of (Array.isArray(value) ? value : [value]).toReversed())
        if (isNode(child)) waiting.push({ node: child, parent: node, field })
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
}

/** The name of an identifier, of what a member names, or ''. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return nameOf(node['property'])
  return typeof node['name'] === 'string' ? node['name'] : ''
}

export const isFunction = (node: Node): boolean =>
  /^(Arrow)?Function(Expression|Declaration)?(Expression)?$/.test(node.type) && isNode(node['body'])

/** Names that the file declares: variables, parameters, functions, classes, imports. */
export function boundNames(nodes: Placed[]): Set<string> {
  const names = new Set<string>()
  for (const { node } of nodes) {
    if (node.type === 'VariableDeclarator') bind(node['id'], names)
    else if (node.type === 'CatchClause') bind(node['param'], names)
    else if (/^Import(Default|Namespace)?Specifier$/.test(node.type)) bind(node['local'], names)
    else if (/^(Function|Class)Declaration$/.test(node.type)) bind(node['id'], names)
    for (const param of paramsOf(node)) bind(param, names)
  }
  return names
}

export function paramsOf(node: Node): Node[] {
  const params = isFunction(node) ? node['params'] : []
  const list = isNode(params) ? params['items'] : params
  return Array.isArray(list) ? list.filter(isNode) : []
}

function bind(pattern: unknown, names: Set<string>): void {
  if (!isNode(pattern)) return
  if (pattern.type === 'Identifier') names.add(nameOf(pattern))
  for (const inner of [pattern['left'], pattern['argument'], pattern['value'], pattern['properties'], pattern['elements']].flat())
    if (/Pattern$|^(Property|RestElement|Identifier)$/.test(isNode(inner) ? inner.type : '')) bind(inner, names)
}
