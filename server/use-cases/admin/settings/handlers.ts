// Answers requests about settings, maintenance and announcements from administrators, and about current notices from everyone.
import type * as api from '../../../../core/api/admin/settings.ts'
import type { getNoticesApi, ShownNotice } from '../../../../core/api/notices.ts'
import { isShown, textIn } from '../../../../core/settings/notices.ts'
import type { Translate } from '../../../../core/words/words.ts'
import type { Handler, UserHandler } from '../../../foundation/http/route.ts'
import { noticeKeys, type RuntimeSettings } from '../../../foundation/runtime-settings/live.ts'
import { requestLanguage } from '../../../foundation/words.ts'
import type { SettingsPageDeps } from './deps.ts'
import { listChanges, rollBack } from './history.ts'
import { adoptSettings, saveSettings, trySettings } from './save.ts'
import { describeSettings } from './view.ts'
import { writeSettings } from './write.ts'

export interface SettingsPageHandlers {
  get: UserHandler<typeof api.getSettingsApi>
  test: UserHandler<typeof api.testSettingsApi>
  save: UserHandler<typeof api.saveSettingsApi>
  adopt: UserHandler<typeof api.adoptSettingsApi>
  saveMaintenance: UserHandler<typeof api.saveMaintenanceApi>
  saveAnnouncements: UserHandler<typeof api.saveAnnouncementsApi>
  listChanges: UserHandler<typeof api.listSettingChangesApi>
  rollBack: UserHandler<typeof api.rollBackSettingApi>
}

export function settingsPageHandlers(deps: SettingsPageDeps): SettingsPageHandlers {
  const all = () => describeSettings(deps)
  return {
    get: all,
    test: async ({ params, body, ...staff }) => ({ findings: await trySettings(deps, staff, params.group, body.values) }),
    async save({ params, body: { anyway = false, ...body }, ...staff }) {
      await saveSettings(deps, staff, { ...body, anyway, group: params.group, action: 'settings.changed' })
      return all()
    },
    async adopt({ params, body, ...staff }) {
      await adoptSettings(deps, staff, { ...body, group: params.group })
      return all()
    },
    async saveMaintenance({ body: { maintenance, reason }, ...staff }) {
      const action = maintenance.on ? 'maintenance.begun' : 'maintenance.ended'
      // Ending maintenance must not fail because someone else changed settings in the meantime.
      const values = { [noticeKeys.maintenance]: maintenance }
      await writeSettings(deps, staff, { values, revision: null, reason, action, resourceId: noticeKeys.maintenance })
      return all()
    },
    async saveAnnouncements({ body: { announcements, revision, reason }, ...staff }) {
      const values = { [noticeKeys.announcements]: announcements }
      await writeSettings(deps, staff, { values, revision, reason, action: 'announcements.changed', resourceId: noticeKeys.announcements })
      return all()
    },
    listChanges: ({ query }) => listChanges(deps, query),
    async rollBack({ params, body: { anyway = false, ...body }, ...staff }) {
      await rollBack(deps, staff, { ...body, anyway, key: params.key })
      return all()
    },
  }
}

interface ShownNoticesDeps {
  settings: Pick<RuntimeSettings, 'maintenance' | 'announcements'>
  now(): Date
  say: Translate<'http'>
}

export const hasShownNotices = ({ maintenance, announcements }: ShownNoticesDeps['settings'], now: Date): boolean =>
  maintenance().on || announcements().some(announcement => isShown(announcement, now))

/** Answers everyone: announcements for signed-in users are not secret. */
export function noticesHandler({ settings, now, say }: ShownNoticesDeps): Handler<typeof getNoticesApi> {
  return async () => {
    const language = requestLanguage()
    const { on, texts, endsAt } = settings.maintenance()
    const ends = endsAt === null ? '' : ` ${say('maintenance.until', { time: formatTime(endsAt, language) })}`
    const maintenance: ShownNotice = {
      ...{ id: 'maintenance', level: 'warn', audience: 'all' },
      text: `${texts ? textIn(texts, language) : say('maintenance')}${ends}`,
    }
    const shown = settings.announcements().filter(announcement => isShown(announcement, now()))
    const announcements = shown.map(({ id, level, audience, texts }) => ({ id, level, audience, text: textIn(texts, language) }))
    return { items: [...(on ? [maintenance] : []), ...announcements] }
  }
}

const formatTime = (time: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(time))
