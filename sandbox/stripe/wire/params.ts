// Reads parameters from a decoded form, and refuses unknown, missing and malformed ones as Stripe does.
import { z } from 'zod/mini'
import { StripeFailure } from './failure.ts'
import type { FormValue } from './form.ts'

export const text = z.string().check(z.minLength(1), z.maxLength(5000))
export const int = z.pipe(z.string().check(z.regex(/^-?\d{1,15}$/)), z.transform(Number))
export const decimal = z.pipe(z.string().check(z.regex(/^-?\d{1,12}(\.\d{1,12})?$/)), z.transform(Number))
export const bool = z.pipe(
  z.enum(['true', 'false']),
  z.transform(value => value === 'true'),
)
/** An empty string unsets a field. */
export const emptyable = <Shape extends z.ZodMiniType>(shape: Shape) =>
  z.union([
    z.pipe(
      z.literal(''),
      z.transform(() => null),
    ),
    shape,
  ])
export const metadata = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)))
export const optional = z.optional
/** Accepted and ignored: a parameter of Stripe that this stand-in does not need. */
export const unused = z.optional(z.unknown())
export const expandable = { expand: z.optional(z.array(z.string())) }
export const address = z.strictObject({
  city: z.optional(z.string()),
  country: z.optional(z.string()),
  line1: z.optional(z.string()),
  line2: z.optional(z.string()),
  postal_code: z.optional(z.string()),
  state: z.optional(z.string()),
})
export const range = z.union([
  z.pipe(
    int,
    z.transform(at => ({ gte: at, lte: at })),
  ),
  z.strictObject({ gt: z.optional(int), gte: z.optional(int), lt: z.optional(int), lte: z.optional(int) }),
])
export const paging = { limit: z.optional(int), starting_after: z.optional(text), ending_before: z.optional(text), ...expandable }

export function readParams<Shape extends z.ZodMiniType>(shape: Shape, form: { [name: string]: FormValue }): z.output<Shape> {
  const result = shape.safeParse(form)
  if (result.success) return result.data
  throw describe(result.error.issues[0], form)
}

interface Issue {
  code: string
  path: PropertyKey[]
  keys?: string[]
  errors?: Issue[][]
}

function describe(issue: Issue | undefined, form: FormValue): StripeFailure {
  const inner = issue && deepest(issue)
  const path = inner?.path.map(String) ?? []
  if (inner?.code === 'unrecognized_keys') {
    const param = bracket([...path, inner.keys?.[0] ?? ''])
    return refuse('parameter_unknown', `Received unknown parameter: ${param}`, param)
  }
  const param = bracket(path)
  const given = valueAt(form, path)
  if (given === undefined) return refuse('parameter_missing', `Missing required param: ${param}.`, param)
  if (given === '') return refuse('parameter_invalid_empty', `You passed an empty string for '${param}'.`, param)
  return refuse(undefined, `Invalid value for ${param}: ${JSON.stringify(given)}`, param)
}

const refuse = (code: string | undefined, message: string, param: string): StripeFailure =>
  new StripeFailure(400, { type: 'invalid_request_error', ...(code && { code }), message, param }, false)

// Of a union, the branch that got furthest says what is wrong.
function deepest(issue: Issue): Issue {
  const branches = (issue.errors ?? [])
    .flatMap(list => list.slice(0, 1))
    .map(one => deepest({ ...one, path: [...issue.path, ...one.path] }))
  return (
    branches.sort(
      (a, b) => b.path.length - a.path.length || Number(b.code === 'unrecognized_keys') - Number(a.code === 'unrecognized_keys'),
    )[0] ?? issue
  )
}

const bracket = ([head = '', ...rest]: string[]): string => head + rest.map(part => `[${part}]`).join('')

function valueAt(form: FormValue | undefined, path: string[]): FormValue | undefined {
  return path.reduce<FormValue | undefined>((value, name) => {
    if (Array.isArray(value)) return value[Number(name)]
    return typeof value === 'object' ? value[name] : undefined
  }, form)
}
