// Converts validation errors to Meta's error codes and messages.
import type { z } from 'zod/mini'
import { type GraphError, graphError } from './errors.ts'

export function toGraphError(issue: z.core.$ZodIssue | undefined, body: unknown): GraphError {
  if (!issue) return graphError(100)
  const param = paramName(issue.path)
  if (issue.code === 'unrecognized_keys') {
    return graphError(100, {
      message: `Invalid parameter`,
      details: `Unexpected key "${issue.keys.join('", "')}" on param "${param || 'body'}".`,
    })
  }
  if (issue.code === 'too_big') {
    const unit = issue.origin === 'string' ? 'characters long' : issue.origin === 'array' ? 'entries long' : ''
    return graphError(100, { message: `Param ${param} must be at most ${issue.maximum} ${unit}`.trim() + '.', details: issue.message })
  }
  if (issue.code === 'custom' && typeof issue.params?.['code'] === 'number')
    return graphError(issue.params['code'], { details: issue.message })
  if (isMissing(body, issue.path)) {
    if (issue.path.length === 1) return graphError(100, { message: `The parameter ${param} is required.` })
    return graphError(131008, { details: `Parameter ${param} is missing.` })
  }
  return graphError(131009, { details: `${param || 'body'}: ${issue.message}` })
}

function paramName(path: PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `['${String(part)}']`)).join('')
}

function isMissing(body: unknown, path: PropertyKey[]): boolean {
  let value: unknown = body
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return false
    value = Reflect.get(value, part)
  }
  return path.length > 0 && value === undefined
}
