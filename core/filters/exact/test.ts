// Defines tests that compare the raw email, as data: for imported filters, numbers in headers, and parts of addresses.
import { z } from 'zod/mini'

export const AddressPart = z.enum(['all', 'localpart', 'domain', 'user', 'detail'])
export type AddressPart = z.infer<typeof AddressPart>
export const DatePart = z.enum([
  'year',
  'month',
  'day',
  'date',
  'julian',
  'hour',
  'minute',
  'second',
  'time',
  'iso8601',
  'std11',
  'zone',
  'weekday',
])
export type DatePart = z.infer<typeof DatePart>

const names = z.array(z.string().check(z.maxLength(200))).check(z.minLength(1), z.maxLength(100))
/** Selects the nth header with its name; negative values count from the end (RFC 5260 §6). */
const nth = z.optional(
  z.int().check(
    z.minimum(-10_000),
    z.maximum(10_000),
    z.refine(n => n !== 0),
  ),
)
/** `parts` also reads the headers of all MIME parts (RFC 5703). */
const parts = z.optional(z.literal(true))

/** What the test reads. `content` reads the parts with these types; zone `own` is the person's time zone; a date without a header is the arrival time. */
export const ExactRead = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('header'), names, nth, parts }),
  z.strictObject({
    kind: z.literal('media'),
    names,
    nth,
    parts,
    part: z.union([z.enum(['type', 'subtype', 'media_type']), z.strictObject({ params: names })]),
  }),
  z.strictObject({ kind: z.literal('address'), names, nth, parts, part: AddressPart }),
  z.strictObject({
    kind: z.literal('envelope'),
    who: z.array(z.enum(['from', 'to'])).check(z.minLength(1), z.maxLength(10)),
    part: AddressPart,
  }),
  z.strictObject({ kind: z.literal('body'), form: z.enum(['raw', 'text']) }),
  z.strictObject({
    kind: z.literal('content'),
    types: z.array(z.string().check(z.maxLength(200))).check(z.minLength(1), z.maxLength(100)),
  }),
  z.strictObject({
    kind: z.literal('date'),
    header: z.nullable(z.string().check(z.maxLength(200))),
    nth,
    zone: z.union([z.enum(['own', 'original']), z.string().check(z.regex(/^[+-]\d{4}$/), z.maxLength(5))]),
    part: DatePart,
  }),
])
export type ExactRead = z.infer<typeof ExactRead>

/** `ascii`: ignores the case of ASCII letters; `number`: compares leading digits, and a text without any is above all numbers (RFC 4790 §9). */
export const Compare = z.enum(['ascii', 'octets', 'number'])
export type Compare = z.infer<typeof Compare>
export const ExactOperator = z.enum(['is', 'differs', 'contains', 'wildcard', 'regexp', 'over', 'at_least', 'under', 'at_most'])
export type ExactOperator = z.infer<typeof ExactOperator>

/**
 * Matches if any of the texts matches any value; with `counted`, if their number does.
 * In a wildcard a backslash escapes `*` and `?`. A value may be empty: contains '' tests whether there is a text at all.
 */
export const ExactTest = z.strictObject({
  field: z.literal('exact'),
  read: ExactRead,
  compare: Compare,
  operator: ExactOperator,
  counted: z.optional(z.literal(true)),
  values: z.array(z.string().check(z.maxLength(1000))).check(z.minLength(1), z.maxLength(100)),
})
export type ExactTest = z.infer<typeof ExactTest>
