// Creates the demo user of sandbox mode: an address, a linked phone, three filters, twelve sample emails.
import type { FilterDraft } from '../../../core/api/filters.ts'
import type { Clock } from '../../foundation/clock.ts'
import { demoFilters } from './filters.ts'
import { type SampleMessage, sampleMessages } from './sample-messages.ts'

export const demoEmail = 'maya@example.com'
/** The number of the sandbox phone that is linked from the start. */
export const demoPhone = '15550100777'

/** What the demo needs from the modules, the sandbox phone and an SMTP client. */
export interface DemoDeps {
  clock: Clock
  password: string
  /** Returns the user's id; after an interrupted first start the user exists already. */
  ensureUser(email: string, password: string): Promise<string>
  ensureAddress(userId: string): Promise<string>
  hasFilters(userId: string): Promise<boolean>
  addFilter(userId: string, draft: FilterDraft): Promise<void>
  hasPhone(userId: string): Promise<boolean>
  /** Creates a destination and returns the text that the phone must send to link itself. */
  offerPhone(userId: string, name: string): Promise<string>
  sendFromPhone(phone: string, text: string): Promise<void>
  sendMail(to: string, message: SampleMessage): Promise<void>
}

export interface Demo {
  email: string
  inboundAddress: string
}

const linkingMs = 15_000

/** Each step first checks whether an earlier start did it, so an interrupted start is completed by the next. */
export async function makeDemo(deps: DemoDeps): Promise<Demo> {
  const userId = await deps.ensureUser(demoEmail, deps.password)
  const inboundAddress = await deps.ensureAddress(userId)
  if (!(await deps.hasFilters(userId))) for (const draft of demoFilters) await deps.addFilter(userId, draft)
  if (!(await deps.hasPhone(userId))) {
    await deps.sendFromPhone(demoPhone, await deps.offerPhone(userId, "Maya's phone"))
    await untilLinked(deps, userId)
  }
  for (const message of sampleMessages) await deps.sendMail(inboundAddress, message)
  return { email: demoEmail, inboundAddress }
}

async function untilLinked(deps: DemoDeps, userId: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < linkingMs; waitedMs += 50) {
    if (await deps.hasPhone(userId)) return
    await deps.clock.sleep(50)
  }
  throw new Error('The sandbox phone did not link itself. Stop Mailferry, remove the data folder and start again.')
}
