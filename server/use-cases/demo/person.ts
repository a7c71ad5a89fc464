// Makes the demo user of sandbox mode: an address, a linked phone, three filters, twelve sample emails.
import type { FilterDraft } from '../../../core/api/filters.ts'
import type { Clock } from '../../foundation/clock.ts'
import { demoFilters } from './filters.ts'
import { type SampleMail, sampleMessages } from './sample-messages.ts'

export const demoEmail = 'maya@example.com'
/** The number of the sandbox phone that comes linked. */
export const demoPhone = '15550100777'

/** What the demo needs of the modules, and of the world outside: the phone and an SMTP client. */
export interface DemoDeps {
  clock: Clock
  password: string
  /** The id of the person, made or, after a first start that broke off, found. */
  ensureUser(email: string, password: string): Promise<string>
  ensureAddress(userId: string): Promise<string>
  hasFilters(userId: string): Promise<boolean>
  addFilter(userId: string, draft: FilterDraft): Promise<void>
  hasPhone(userId: string): Promise<boolean>
  /** Makes a destination and returns the text that the phone has to send. */
  offerPhone(userId: string, name: string): Promise<string>
  phoneWrites(phone: string, text: string): Promise<void>
  sendMail(to: string, mail: SampleMail): Promise<void>
}

export interface Demo {
  email: string
  inboundAddress: string
}

const linkingMs = 15_000

/** Each step looks first whether an earlier start has done it, so a start that was cut off is finished by the next. */
export async function makeDemo(deps: DemoDeps): Promise<Demo> {
  const userId = await deps.ensureUser(demoEmail, deps.password)
  const inboundAddress = await deps.ensureAddress(userId)
  if (!(await deps.hasFilters(userId))) for (const draft of demoFilters) await deps.addFilter(userId, draft)
  if (!(await deps.hasPhone(userId))) {
    await deps.phoneWrites(demoPhone, await deps.offerPhone(userId, "Maya's phone"))
    await untilLinked(deps, userId)
  }
  for (const mail of sampleMessages) await deps.sendMail(inboundAddress, mail)
  return { email: demoEmail, inboundAddress }
}

async function untilLinked(deps: DemoDeps, userId: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < linkingMs; waitedMs += 50) {
    if (await deps.hasPhone(userId)) return
    await deps.clock.sleep(50)
  }
  throw new Error('The sandbox phone did not link itself. Stop Mailferry, remove the data folder and start again.')
}
