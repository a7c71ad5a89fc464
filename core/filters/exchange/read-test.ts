// What is wrong with a test of a condition, and where in it.
import { z } from 'zod/mini'
import { Test } from '../tree.ts'
import type { JsonPath } from './json-positions.ts'

export interface Flaw {
  code: 'field_unknown' | 'operator_unknown' | 'value_wrong'
  path: JsonPath
}

/** Null for a sound test: with a field that there is, an operator that it has, and fitting values. */
export function flawOf(value: unknown): Flaw | null {
  if (Test.safeParse(value).success) return null
  const ofField = shapes.filter(({ shape }) => fits(shape['field'], value, 'field'))
  if (ofField.length === 0) return { code: 'field_unknown', path: ['field'] }
  const ofBoth = ofField.filter(({ shape }) => fits(shape['operator'], value, 'operator'))
  const [nearest] = ofBoth
  if (!nearest) return { code: 'operator_unknown', path: ['operator'] }
  return { code: 'value_wrong', path: nearest.safeParse(value).error?.issues[0]?.path ?? [] }
}

const shapes = objectsIn(Test)

function objectsIn(schema: unknown): z.ZodMiniObject[] {
  if (schema instanceof z.ZodMiniObject) return [schema]
  return schema instanceof z.ZodMiniUnion || schema instanceof z.ZodMiniDiscriminatedUnion ? schema.def.options.flatMap(objectsIn) : []
}

const fits = (schema: unknown, value: unknown, name: 'field' | 'operator'): boolean =>
  schema instanceof z.ZodMiniType && typeof value === 'object' && value !== null && schema.safeParse(Reflect.get(value, name)).success
