// Edits the rules of alerts and who is notified; support may read them.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AlertSettings, changeAlertsApi, getAlertsApi } from '../../../../core/api/admin/alerts.ts'
import { useAuth, useCall } from '../../../session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeleton.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { DialogButtons } from '../../../ui/overlays/DialogLayout.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useWords } from '../../../words/words.tsx'
import { isLongEnough, ReasonField } from '../../pieces/ReasonField.tsx'
import { PeopleFields } from './PeopleFields.tsx'
import { RuleFields } from './RuleFields.tsx'

export function AlertEditor({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useWords('adminoverview')
  const explain = useExplain()
  const call = useCall()
  const { data, error } = useQuery({
    queryKey: ['admin', 'alerts'],
    queryFn: ({ signal }) => call(getAlertsApi, 'GET', '/api/admin/alerts', { signal }),
    enabled: open,
  })
  return (
    <Dialog open={open} onClose={onClose} title={t('edit.title')} lead={t('edit.saveText')} wide>
      {error && <Note kind="danger">{explain(error)}</Note>}
      {data ? <AlertForm key={String(open)} saved={data} onClose={onClose} /> : !error && <SkeletonRows />}
    </Dialog>
  )
}

const isValid = ({ rules }: AlertSettings): boolean =>
  rules.every(({ threshold, minutes }) => threshold >= 0 && Number.isInteger(minutes) && minutes >= 1 && minutes <= 1440)

function AlertForm({ saved, onClose }: { saved: AlertSettings; onClose(): void }) {
  const t = useWords('adminoverview')
  const ui = useWords('ui')
  const [settings, setSettings] = useState(saved)
  const [reason, setReason] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const { roles } = useAuth()
  const isAdmin = roles.includes('admin')
  const { save, isBusy, failure } = useSave(onClose)
  const isReasonMissing = !isLongEnough(reason)
  return (
    <form
      className="grid grid-cols-1 gap-5"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        setHasTried(true)
        if (isAdmin && !isReasonMissing && isValid(settings)) void save(settings, reason.trim())
      }}
    >
      <RuleFields rules={settings.rules} disabled={!isAdmin} onChange={rules => setSettings({ ...settings, rules })} />
      <PeopleFields settings={settings} disabled={!isAdmin} onChange={setSettings} />
      {isAdmin && <ReasonField reason={reason} isMissing={hasTried && isReasonMissing} onChange={setReason} />}
      {!isValid(settings) && <Note kind="warn">{t('edit.invalid')}</Note>}
      {failure && (
        <Note kind="danger" alert>
          {failure}
        </Note>
      )}
      <DialogButtons>
        <Button look="quiet" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button type="submit" busy={isBusy} disabledReason={isAdmin ? undefined : t('edit.readOnly')}>
          {t('edit.save')}
        </Button>
      </DialogButtons>
    </form>
  )
}

function useSave(onClose: () => void) {
  const t = useWords('adminui')
  const explain = useExplain()
  const call = useCall()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const save = async ({ rules, isDefault, staff, phones }: AlertSettings, reason: string) => {
    setBusy(true)
    setFailure(null)
    const emailUserIds = isDefault ? null : staff.filter(({ isChosen }) => isChosen).map(({ userId }) => userId)
    const chosenPhones = phones.filter(({ isChosen }) => isChosen).map(({ userId, destinationId }) => ({ userId, destinationId }))
    try {
      const body = { rules, emailUserIds, phones: chosenPhones, reason }
      client.setQueryData(['admin', 'alerts'], await call(changeAlertsApi, 'PUT', '/api/admin/alerts', { body }))
      toast.success(t('confirm.done'))
      onClose()
    } catch (error) {
      setFailure(explain(error))
    } finally {
      setBusy(false)
    }
  }
  return { save, isBusy, failure }
}
