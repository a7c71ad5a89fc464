// Reads a Sieve test as a condition; what cannot be said becomes a warning and holds on no mail.
import type { Condition } from '../tree.ts'
import { askOf, type TestArguments } from './ask.ts'
import { allOf, always, anyOf, never, noneOf } from './constant.ts'
import { exactTest } from './exact-test.ts'
import { existence, ownTest, size } from './own-test.ts'
import { canRead, type Script, valuesIn, warn, wordsAt } from './script.ts'
import type { TestNode } from './syntax.ts'
import { spanOf } from './time.ts'

export function conditionOf(node: TestNode, script: Script): Condition {
  switch (node.name) {
    case 'true':
      return isBare(node) ? always : unsaid(node, script)
    case 'false':
      return isBare(node) ? never : unsaid(node, script)
    case 'allof':
      return spanOf(node) ?? allOf(node.tests.map(test => conditionOf(test, script)))
    case 'anyof':
      return spanOf(node) ?? anyOf(node.tests.map(test => conditionOf(test, script)))
    case 'not':
      return negated(node, script)
    default:
      return oneTest(node, script) ?? unsaid(node, script)
  }
}

const isBare = (node: TestNode): boolean => node.args.length === 0 && node.tests.length === 0

function negated(node: TestNode, script: Script): Condition {
  const [inner] = node.tests
  if (!inner || node.tests.length > 1) return unsaid(node, script)
  if (inner.name === 'anyof' && !spanOf(inner)) return noneOf(inner.tests.map(test => conditionOf(test, script)))
  const condition = conditionOf(inner, script)
  if (inner.name === 'exists' && 'field' in condition && condition.operator === 'exists') return { ...condition, operator: 'missing' }
  return noneOf([condition])
}

function oneTest(node: TestNode, script: Script): Condition | null {
  const ask = askOf(node)
  if (ask.foreign || node.tests.length > 0 || !arePatterns(ask, script)) return null
  switch (node.name) {
    case 'size':
      return size(ask)
    case 'exists':
      return existence(ask, script)
    case 'header':
    case 'address':
    case 'envelope':
    case 'body':
    case 'date':
    case 'currentdate':
      return ownTest(node.name, ask, script) ?? exactTest(node.name, ask, script)
    default:
      return null
  }
}

/** The keys of a `:regex`, which stand last. */
function arePatterns({ operator, rest }: TestArguments, script: Script): boolean {
  const keys = rest.at(-1)
  return operator !== 'regexp' || keys?.kind !== 'texts' || (valuesIn(script, keys.texts) ?? []).every(key => canRead(script, key))
}

function unsaid(node: TestNode, script: Script): Condition {
  script.unsaid.push(node.at)
  warn(script, 'test_unsupported', node.at, { test: wordsAt(script, node.at) })
  return never
}
