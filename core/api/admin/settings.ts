// The API for the settings that administrators change while the server runs. Secrets go in and never come out.
import { z } from 'zod/mini'
import { settingGroups, settingKeys } from '../../settings/definitions.ts'
import { Maintenance, ServiceAnnouncements } from '../../settings/notices.ts'
import { Id, PageQuery, pageOf, shape, Time } from '../shape.ts'
import { Reason } from './action.ts'

const Group = z.enum(settingGroups)
const Key = z.enum(settingKeys)
/** Notices are kept and rolled back like settings. */
export const AnySettingKey = z.enum([...settingKeys, 'maintenance', 'announcements'])

const Changed = z.object({ at: Time, by: z.nullable(z.string()) })

const SettingView = z.object({
  key: Key,
  kind: z.enum(['switch', 'text', 'number', 'list', 'choice', 'secret']),
  choices: z.array(z.string()),
  /** What is used now, as it is written; null for secrets. */
  value: z.nullable(z.string()),
  /** For secrets: whether there is one. */
  isSet: z.boolean(),
  source: z.enum(['environment', 'stored', 'default']),
  default: z.string(),
  /** What is stored beneath the environment, so that its variable can be removed. */
  isStored: z.boolean(),
  version: z.number(),
  changed: z.nullable(Changed),
})
export type SettingView = z.infer<typeof SettingView>

const SettingGroupView = z.object({
  group: Group,
  settings: z.array(SettingView),
  /** Whether a real call tries the values. */
  isTested: z.boolean(),
  /** Why what is stored is not used: it does not go with the environment. */
  rejected: z.nullable(z.string()),
})
export type SettingGroupView = z.infer<typeof SettingGroupView>

/** `revision` grows with every change; a save names the one that it has seen. */
export const AllSettings = z.object({
  revision: z.number(),
  groups: z.array(SettingGroupView),
  maintenance: Maintenance,
  announcements: ServiceAnnouncements,
})
export type AllSettings = z.infer<typeof AllSettings>

export const SettingFinding = z.object({
  state: z.enum(['ok', 'attention', 'failing', 'refused']),
  /** What was found, and how to fix it. */
  text: z.string(),
})
export type SettingFinding = z.infer<typeof SettingFinding>

/** Null takes the stored value away. What is left out stays. */
const Values = z.partialRecord(Key, z.nullable(z.string().check(z.maxLength(4000))))

export const getSettingsApi = shape({ status: 200, answer: AllSettings })

/** Tries values with a real call, and saves nothing. */
export const testSettingsApi = shape({
  params: z.object({ group: Group }),
  body: z.object({ values: Values }),
  status: 200,
  answer: z.object({ findings: z.array(SettingFinding) }),
})

/** Tries the values first. `anyway` saves although a test failed, unless a service said that a secret is wrong. */
export const saveSettingsApi = shape({
  params: z.object({ group: Group }),
  body: z.object({ values: Values, revision: z.number(), reason: Reason, anyway: z.optional(z.boolean()) }),
  status: 200,
  answer: AllSettings,
})

/** Stores what the environment says for a group, so that its variables can be removed there. */
export const adoptSettingsApi = shape({
  params: z.object({ group: Group }),
  body: z.object({ revision: z.number(), reason: Reason }),
  status: 200,
  answer: AllSettings,
})

export const saveMaintenanceApi = shape({
  body: z.object({ maintenance: Maintenance, reason: Reason }),
  status: 200,
  answer: AllSettings,
})

export const saveAnnouncementsApi = shape({
  body: z.object({ announcements: ServiceAnnouncements, revision: z.number(), reason: Reason }),
  status: 200,
  answer: AllSettings,
})

const SettingChange = z.object({
  id: Id,
  key: AnySettingKey,
  version: z.number(),
  /** For secrets and notices only whether there was one. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  hadValue: z.boolean(),
  hasValue: z.boolean(),
  isSecret: z.boolean(),
  /** It is what is stored now. */
  isCurrent: z.boolean(),
  changed: Changed,
  reason: z.nullable(z.string()),
})
export type SettingChange = z.infer<typeof SettingChange>

export const listSettingChangesApi = shape({
  query: z.extend(PageQuery, { key: z.optional(AnySettingKey) }),
  status: 200,
  answer: pageOf(SettingChange),
})

/** Makes an earlier version of a setting the newest one, after the same tests as any change. */
export const rollBackSettingApi = shape({
  params: z.object({ key: AnySettingKey }),
  body: z.object({ version: z.int().check(z.minimum(0)), revision: z.number(), reason: Reason, anyway: z.optional(z.boolean()) }),
  status: 200,
  answer: AllSettings,
})
