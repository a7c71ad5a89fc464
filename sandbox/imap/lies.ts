// Every misbehaviour by its name.
import { floods } from './lies/floods.ts'
import { numbers } from './lies/numbers.ts'
import { refusals } from './lies/refusals.ts'
import { silences } from './lies/silences.ts'
import { syntax } from './lies/syntax.ts'
import type { Lie } from './shapes.ts'

const all = { ...numbers, ...syntax, ...silences, ...refusals, ...floods }

export type LieName = keyof typeof all

export const lieNames = Object.keys(all).filter((name): name is LieName => name in all)

export const lieOf = (name: LieName): Lie => all[name]
