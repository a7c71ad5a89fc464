// Decodes Stripe's form encoding: a[b]=1 is a map, a[0][c]=2 and a[]=3 are lists.
export type FormValue = string | FormValue[] | { [name: string]: FormValue }

export function decodeForm(text: string): { [name: string]: FormValue } {
  const root: FormTree = new Map()
  for (const [key, value] of new URLSearchParams(text)) put(root, splitKey(key), value)
  const result = finish(root)
  return typeof result === 'object' && !Array.isArray(result) ? result : {}
}

type FormTree = Map<string, FormTree | string>

function splitKey(key: string): string[] {
  const [head = '', ...rest] = key.split('[')
  return [head, ...rest.map(part => part.replace(/\]$/, ''))]
}

function put(tree: FormTree, path: string[], value: string): void {
  const [name = '', ...rest] = path
  const key = name === '' ? String(tree.size) : name
  if (rest.length === 0) {
    tree.set(key, value)
    return
  }
  const next = tree.get(key)
  const branch: FormTree = next instanceof Map ? next : new Map()
  tree.set(key, branch)
  put(branch, rest, value)
}

function finish(tree: FormTree | string): FormValue {
  if (typeof tree === 'string') return tree
  const isList = tree.size > 0 && [...tree.keys()].every(key => /^\d+$/.test(key))
  if (isList) return [...tree.entries()].sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => finish(value))
  return Object.fromEntries([...tree].map(([key, value]) => [key, finish(value)]))
}
