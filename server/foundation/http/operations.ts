// Names API calls for OpenAPI: the name of a shape's constant is its operationId, and reads as its summary.
import type { Shape } from '../../../core/api/shape.ts'

const names = new WeakMap<object, string>()

/** Call it with the modules of core/api before routes are declared. */
export function nameOperations(modules: readonly object[]): void {
  for (const module of modules)
    for (const [name, value] of Object.entries(module))
      if (name.endsWith('Api') && typeof value === 'object' && !names.has(value)) names.set(value, name.slice(0, -3))
}

/** What OpenAPI says of a call besides its shapes; nothing for shapes that nobody has named, as in tests. */
export function describeOperation(shape: Shape): { operationId?: string; summary?: string } {
  const name = names.get(shape)
  return name ? { operationId: name, summary: toSummary(name) } : {}
}

const words: Record<string, string> = {
  ip: 'IP address',
  api: 'API',
  csv: 'CSV',
  url: 'URL',
  bom: 'bill of materials',
  whatsapp: 'WhatsApp',
  mailbox: 'email account',
  mailboxes: 'email accounts',
  destination: 'phone',
  destinations: 'phones',
}

function toSummary(name: string): string {
  const [first = '', ...others] = name
    .replace('WhatsApp', 'Whatsapp')
    .split(/(?=[A-Z])/)
    .map(word => words[word.toLowerCase()] ?? word.toLowerCase())
  return [`${first.slice(0, 1).toUpperCase()}${first.slice(1)}`, ...others].join(' ')
}
