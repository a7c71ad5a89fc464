// The form of one group of settings: edit, test with a real call, save with a reason.
import { useState } from 'react'
import { adoptSettingsApi, type SettingFinding, type SettingGroupView, testSettingsApi } from '../../../core/api/admin/settings.ts'
import { useCall } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'
import { ConfirmAction } from '../pieces/ConfirmAction.tsx'
import { Findings } from './Findings.tsx'
import { SaveGroup } from './SaveGroup.tsx'
import { type Draft, SettingField } from './SettingField.tsx'
import { saveTimeoutMs, useTakeSettings } from './use-settings.ts'

export function GroupForm({ view, revision }: { view: SettingGroupView; revision: number }) {
  const t = useWords('adminsettings')
  const { group, settings } = view
  const [draft, setDraft] = useState<Draft>({})
  const [open, setOpen] = useState<'save' | 'adopt' | null>(null)
  const test = useTest(view, draft)
  const [seenRevision, setSeenRevision] = useState(revision)
  const count = Object.keys(draft).length
  // Without a draft, someone else's change cannot conflict with anything.
  if (count === 0 && seenRevision !== revision) setSeenRevision(revision)
  const adoptable = settings.filter(({ source, isStored }) => source === 'environment' && !isStored)
  const change = (key: keyof Draft, value: string | null | undefined) => {
    const { [key]: _, ...others } = draft
    setDraft(value === undefined ? others : { ...others, [key]: value })
    test.forget()
  }
  return (
    <Card>
      <div>
        <h2>{t(`group.${group}`)}</h2>
        <p className="text-sm text-ink-2">{t(`about.${group}`, { url: `${location.origin}/auth/v1/callback` })}</p>
      </div>
      {view.rejected && <Note kind="warn">{t('rejected', { why: view.rejected })}</Note>}
      {settings.map(setting => (
        <SettingField key={setting.key} setting={setting} draft={draft[setting.key]} onChange={value => change(setting.key, value)} />
      ))}
      {test.error !== null && (
        <Note kind="danger" alert>
          {test.error}
        </Note>
      )}
      {test.findings && <Findings findings={test.findings} />}
      <div className="flex flex-wrap gap-3">
        <Button disabled={count === 0} onClick={() => setOpen('save')}>
          {t('save')}
        </Button>
        {view.isTested && (
          <Button look="quiet" busy={test.isBusy} onClick={test.run}>
            {t('test')}
          </Button>
        )}
        {count > 0 && (
          <Button look="bare" onClick={() => setDraft({})}>
            {t('discard')}
          </Button>
        )}
        {adoptable.length > 0 && (
          <Button look="bare" onClick={() => setOpen('adopt')}>
            {t('adopt')}
          </Button>
        )}
      </div>
      <SaveGroup
        open={open === 'save'}
        onClose={() => setOpen(null)}
        onSaved={() => {
          setDraft({})
          test.forget()
        }}
        {...{ group, draft, revision: seenRevision }}
      />
      <Adopt open={open === 'adopt'} onClose={() => setOpen(null)} {...{ group, revision }} keys={adoptable.map(({ key }) => key)} />
    </Card>
  )
}

/** Tries what the form shows, saved or not. */
function useTest({ group }: SettingGroupView, draft: Draft) {
  const call = useCall()
  const explain = useExplain()
  const [findings, setFindings] = useState<SettingFinding[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const forget = () => {
    setFindings(null)
    setError(null)
  }
  const run = async () => {
    setBusy(true)
    forget()
    const path = `/api/admin/settings/groups/${group}/tests`
    try {
      const answer = await call(testSettingsApi, 'POST', path, { params: { group }, body: { values: draft }, timeoutMs: saveTimeoutMs })
      setFindings(answer.findings)
    } catch (failure) {
      setError(explain(failure))
    } finally {
      setBusy(false)
    }
  }
  return { findings, error, isBusy, forget, run: () => void run() }
}

interface AdoptProps {
  open: boolean
  onClose(): void
  group: SettingGroupView['group']
  revision: number
  keys: string[]
}

function Adopt({ open, onClose, group, revision, keys }: AdoptProps) {
  const t = useWords('adminsettings')
  const call = useCall()
  const take = useTakeSettings()
  const adopt = async (reason: string) => {
    const path = `/api/admin/settings/groups/${group}/adoptions`
    take(await call(adoptSettingsApi, 'POST', path, { params: { group }, body: { revision, reason } }))
  }
  return (
    <ConfirmAction open={open} onClose={onClose} title={t('adopt.title')} action={t('adopt')} danger={false} onConfirm={adopt}>
      <p>{t('adopt.text', { keys: keys.join(', ') })}</p>
    </ConfirmAction>
  )
}
