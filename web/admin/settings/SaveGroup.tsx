// Asks for a reason and saves a group; a failed test can be ignored, unless a service rejected a secret.
import { useState } from 'react'
import { z } from 'zod/mini'
import { SettingFinding, saveSettingsApi } from '../../../core/api/admin/settings.ts'
import type { SettingGroup } from '../../../core/settings/definitions.ts'
import { ApiError } from '../../ApiError.ts'
import { useCall } from '../../session/session.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { useWords } from '../../words/words.tsx'
import { ConfirmAction } from '../pieces/ConfirmAction.tsx'
import { Findings } from './Findings.tsx'
import type { Draft } from './SettingField.tsx'
import { saveTimeoutMs, useTakeSettings } from './use-settings.ts'

interface SaveGroupProps {
  open: boolean
  onClose(): void
  onSaved(): void
  group: SettingGroup
  draft: Draft
  revision: number
}

export function SaveGroup({ open, onClose, onSaved, group, draft, revision }: SaveGroupProps) {
  const t = useWords('adminsettings')
  const call = useCall()
  const take = useTakeSettings()
  const failed = useFailedTest()
  const close = () => {
    failed.forget()
    onClose()
  }
  const save = async (reason: string) => {
    const body = { values: draft, revision, reason, anyway: failed.canOverrule }
    const path = `/api/admin/settings/groups/${group}`
    const all = await failed.watch(call(saveSettingsApi, 'PUT', path, { params: { group }, body, timeoutMs: saveTimeoutMs }))
    onSaved()
    take(all)
  }
  return (
    <ConfirmAction
      open={open}
      onClose={close}
      title={t('save.title', { group: t(`group.${group}`) })}
      action={failed.canOverrule ? t('saveAnyway') : t('save')}
      danger={failed.canOverrule}
      onConfirm={save}
    >
      <p>{t('save.text', { n: Object.keys(draft).length })}</p>
      <FailedTest failed={failed} />
    </ConfirmAction>
  )
}

const Details = z.object({ findings: z.array(SettingFinding) })

/** Keeps the test findings of a refused save. */
export function useFailedTest() {
  const [findings, setFindings] = useState<SettingFinding[]>([])
  const [canOverrule, setCanOverrule] = useState(false)
  const forget = () => {
    setFindings([])
    setCanOverrule(false)
  }
  const watch = async <T,>(saving: Promise<T>): Promise<T> => {
    try {
      return await saving
    } catch (error) {
      if (error instanceof ApiError) {
        setFindings(Details.safeParse(error.details).data?.findings ?? [])
        setCanOverrule(error.code === 'test_failed')
      }
      throw error
    }
  }
  return { findings, canOverrule, forget, watch }
}

export function FailedTest({ failed: { findings, canOverrule } }: { failed: ReturnType<typeof useFailedTest> }) {
  const t = useWords('adminsettings')
  return (
    <>
      {findings.length > 0 && <Findings findings={findings} />}
      {canOverrule && <Note kind="warn">{t('saveAnyway.text')}</Note>}
    </>
  )
}
