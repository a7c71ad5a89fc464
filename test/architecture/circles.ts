// Finds import cycles (Tarjan's strongly connected components).
import type { Code, Violation } from './code.ts'

/** Type imports count: what needs each other's words is one thing. */
export function checkCircles(codes: Code[]): Violation[] {
  const edges = new Map(codes.map(code => [code.path, code.imports.map(one => one.to)]))
  return circlesIn(edges).map(paths => ({ path: paths[0] ?? '', line: 1, rule: `No circles: ${[...paths, paths[0]].join(' → ')}.` }))
}

function circlesIn(edges: Map<string, string[]>): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const path: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    order.set(file, order.size)
    let lowest = order.get(file) ?? 0
    path.push(file)
    for (const next of edges.get(file) ?? []) {
      if (!edges.has(next)) continue
      if (!order.has(next)) lowest = Math.min(lowest, visit(next))
      else if (path.includes(next)) lowest = Math.min(lowest, order.get(next) ?? 0)
    }
    low.set(file, lowest)
    if (lowest === order.get(file)) {
      const members = path.splice(path.indexOf(file))
      if (members.length > 1 || edges.get(file)?.includes(file)) circles.push(members)
    }
    return lowest
  }
  for (const file of edges.keys()) if (!order.has(file)) visit(file)
  return circles
}
