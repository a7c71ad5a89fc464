// Every change of the settings, newest first: who, when and why; any earlier version can be rolled back to.
import { useState } from 'react'
import { listSettingChangesApi, rollBackSettingApi, type SettingChange } from '../../../core/api/admin/settings.ts'
import { settingKeys } from '../../../core/settings/definitions.ts'
import { useNow } from '../../now.ts'
import { useCall } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { useWords } from '../../words/words.tsx'
import { AdminList } from '../pieces/AdminList.tsx'
import { ConfirmAction } from '../pieces/ConfirmAction.tsx'
import { FilterBar, FilterSelect } from '../pieces/FilterBar.tsx'
import { useAdminList } from '../pieces/useAdminList.ts'
import { useUrlFilters } from '../pieces/useUrlFilters.ts'
import { FailedTest, useFailedTest } from './SaveGroup.tsx'
import { changesKey, saveTimeoutMs, useTakeSettings } from './use-settings.ts'

const keys = [...settingKeys, 'maintenance', 'announcements'] as const
const nowEveryMs = 10_000

export function History({ revision }: { revision: number }) {
  const t = useWords('adminsettings')
  const { values, set } = useUrlFilters(['setting'])
  const chosen = keys.find(key => key === values.setting)
  const list = useAdminList(changesKey, listSettingChangesApi, '/api/admin/settings/changes', chosen ? { key: chosen } : {})
  const now = useNow(nowEveryMs)
  const [restoring, setRestoring] = useState<SettingChange | null>(null)
  return (
    <div className="pt-5">
      <AdminList
        caption={t('history.caption')}
        list={list}
        keyOf={change => change.id}
        isFiltered={chosen !== undefined}
        empty={<EmptyState title={t('history.empty')}>{t('history.empty.text')}</EmptyState>}
        filters={
          <FilterBar isFiltered={chosen !== undefined} onClear={() => set({ setting: '' })}>
            <FilterSelect
              label={t('history.filter')}
              value={chosen ?? ''}
              options={keys.map(key => ({ value: key, label: key === 'maintenance' || key === 'announcements' ? t(`key.${key}`) : key }))}
              onChange={key => set({ setting: key })}
            />
          </FilterBar>
        }
        columns={[
          { key: 'setting', head: t('history.setting'), cell: change => <Name change={change} /> },
          { key: 'change', head: t('history.change'), cell: change => <What change={change} /> },
          { key: 'when', head: t('history.when'), cell: change => <Ago at={change.changed.at} now={now} /> },
          { key: 'who', head: t('history.who'), cell: change => change.changed.by ?? t('by.gone') },
          { key: 'why', head: t('history.why'), cell: change => <span className="block max-w-80 truncate">{change.reason}</span> },
          {
            key: 'restore',
            head: t('history.restore.action'),
            cell: change =>
              change.isCurrent ? (
                <StateLabel kind="ok" label={t('history.current')} />
              ) : (
                <Button look="bare" small onClick={() => setRestoring(change)}>
                  {t('history.restore')}
                </Button>
              ),
          },
        ]}
      />
      <Restore change={restoring} revision={revision} onClose={() => setRestoring(null)} />
    </div>
  )
}

function Name({ change: { key, version } }: { change: SettingChange }) {
  const t = useWords('adminsettings')
  return (
    <span title={t(`key.${key}`)}>
      <code>{key}</code> <span className="text-ink-3 tabular-nums">{version}</span>
    </span>
  )
}

function What({ change: { before, after, hadValue, hasValue } }: { change: SettingChange }) {
  const t = useWords('adminsettings')
  if (before === null && after === null) return t(hasValue ? (hadValue ? 'history.changed' : 'history.set') : 'history.removed')
  return (
    <span className="block max-w-80 truncate">{t('history.fromTo', { before: before ?? t('nothing'), after: after ?? t('nothing') })}</span>
  )
}

function Restore({ change, revision, onClose }: { change: SettingChange | null; revision: number; onClose(): void }) {
  const t = useWords('adminsettings')
  const call = useCall()
  const take = useTakeSettings()
  const failed = useFailedTest()
  const close = () => {
    failed.forget()
    onClose()
  }
  const restore = async (reason: string) => {
    if (!change) return
    const { key, version } = change
    const body = { version, revision, reason, anyway: failed.canOverrule }
    const path = `/api/admin/settings/${key}/rollbacks`
    take(await failed.watch(call(rollBackSettingApi, 'POST', path, { params: { key }, body, timeoutMs: saveTimeoutMs })))
  }
  return (
    <ConfirmAction
      open={change !== null}
      onClose={close}
      title={t('history.restore.title', { setting: change?.key ?? '' })}
      action={failed.canOverrule ? t('saveAnyway') : t('history.restore.action')}
      onConfirm={restore}
    >
      <p>{t('history.restore.text', { version: change?.version ?? 0 })}</p>
      <FailedTest failed={failed} />
    </ConfirmAction>
  )
}
