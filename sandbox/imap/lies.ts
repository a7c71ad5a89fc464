// Lists every way in which the server can misbehave, by name.
import { floodLies } from './lies/floods.ts'
import { numberLies } from './lies/numbers.ts'
import { refusalLies } from './lies/refusals.ts'
import { silenceLies } from './lies/silences.ts'
import { syntaxLies } from './lies/syntax.ts'
import type { Lie } from './shapes.ts'

const all = { ...numberLies, ...syntaxLies, ...silenceLies, ...refusalLies, ...floodLies }

export type LieName = keyof typeof all

export const lieNames = Object.keys(all).filter((name): name is LieName => name in all)

export const findLie = (name: LieName): Lie => all[name]
