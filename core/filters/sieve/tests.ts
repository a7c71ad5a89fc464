// Reads a Sieve test as a condition; an unsupported test gives a warning and matches no email.
import type { Condition } from '../tree.ts'
import { allOf, always, anyOf, never, noneOf } from './constant.ts'
import { exactTest } from './exact-test.ts'
import { existsTest, ownTest, sizeTest } from './own-test.ts'
import { addWarning, isSupportedPattern, type ScriptContext, scriptExcerpt, stringValues } from './script.ts'
import type { TestNode } from './syntax.ts'
import { readArguments, type TestArguments } from './test-arguments.ts'
import { readTimeRange } from './time.ts'

export function toCondition(node: TestNode, script: ScriptContext): Condition {
  switch (node.name) {
    case 'true':
      return isBare(node) ? always : reportUnsupported(node, script)
    case 'false':
      return isBare(node) ? never : reportUnsupported(node, script)
    case 'allof':
      return readTimeRange(node) ?? allOf(node.tests.map(test => toCondition(test, script)))
    case 'anyof':
      return readTimeRange(node) ?? anyOf(node.tests.map(test => toCondition(test, script)))
    case 'not':
      return readNegation(node, script)
    default:
      return readTest(node, script) ?? reportUnsupported(node, script)
  }
}

const isBare = (node: TestNode): boolean => node.args.length === 0 && node.tests.length === 0

function readNegation(node: TestNode, script: ScriptContext): Condition {
  const [inner] = node.tests
  if (!inner || node.tests.length > 1) return reportUnsupported(node, script)
  if (inner.name === 'anyof' && !readTimeRange(inner)) return noneOf(inner.tests.map(test => toCondition(test, script)))
  const condition = toCondition(inner, script)
  if (inner.name === 'exists' && 'field' in condition && condition.operator === 'exists') return { ...condition, operator: 'missing' }
  return noneOf([condition])
}

function readTest(node: TestNode, script: ScriptContext): Condition | null {
  const testArgs = readArguments(node)
  if (testArgs.unknownArgument || node.tests.length > 0 || !areSupportedPatterns(testArgs, script)) return null
  switch (node.name) {
    case 'size':
      return sizeTest(testArgs)
    case 'exists':
      return existsTest(testArgs, script)
    case 'header':
    case 'address':
    case 'envelope':
    case 'body':
    case 'date':
    case 'currentdate':
      return ownTest(node.name, testArgs, script) ?? exactTest(node.name, testArgs, script)
    default:
      return null
  }
}

/** Checks the keys of a `:regex`, which come last. */
function areSupportedPatterns({ operator, positional }: TestArguments, script: ScriptContext): boolean {
  const keys = positional.at(-1)
  return (
    operator !== 'regexp' ||
    keys?.kind !== 'texts' ||
    (stringValues(script, keys.texts) ?? []).every(key => isSupportedPattern(script, key))
  )
}

function reportUnsupported(node: TestNode, script: ScriptContext): Condition {
  script.unsupportedTests.push(node.at)
  addWarning(script, 'test_unsupported', node.at, { test: scriptExcerpt(script, node.at) })
  return never
}
