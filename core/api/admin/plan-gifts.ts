// The API of the console for plans that staff give for free.
import { z } from 'zod/mini'
import { ById, Id, shape, Time } from '../shape.ts'
import { ActionBody, Reason } from './action.ts'

export const GivenPlan = z.object({
  id: Id,
  planId: z.string(),
  planVersion: z.number(),
  planName: z.string(),
  reason: z.string(),
  givenAt: Time,
  givenBy: z.nullable(Id),
  /** Null: without end. */
  endsAt: z.nullable(Time),
  /** When staff ended it before its time. */
  endedAt: z.nullable(Time),
  isRunning: z.boolean(),
})
export type GivenPlan = z.infer<typeof GivenPlan>

/** Newest first; `isSelling` is false where every plan is free anyway. `plans`: what can be given. */
export const GivenPlans = z.object({
  isSelling: z.boolean(),
  mayGive: z.boolean(),
  items: z.array(GivenPlan),
  plans: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type GivenPlans = z.infer<typeof GivenPlans>

export const listPlanGiftsApi = shape({ params: ById, status: 200, answer: GivenPlans })
/** Takes the place of the one that runs. `endsAt` is null for one without end. */
export const givePlanApi = shape({
  params: ById,
  body: z.object({ planId: z.string().check(z.maxLength(40)), endsAt: z.nullable(Time), reason: Reason }),
  status: 200,
  answer: GivenPlans,
})
export const endPlanGiftApi = shape({ params: ById, body: ActionBody, status: 200, answer: GivenPlans })
