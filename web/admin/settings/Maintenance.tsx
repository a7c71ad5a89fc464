// Begins and ends maintenance, with the expected end and a sentence for everybody.
import { useState } from 'react'
import { saveMaintenanceApi } from '../../../core/api/admin/settings.ts'
import type { Maintenance as MaintenanceState } from '../../../core/settings/notices.ts'
import { useCall } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'
import { ConfirmAction } from '../pieces/ConfirmAction.tsx'
import { toIso, toLocal } from './local-time.ts'
import { useTakeSettings } from './use-settings.ts'

export function Maintenance({ maintenance }: { maintenance: MaintenanceState }) {
  const t = useWords('adminsettings')
  const call = useCall()
  const take = useTakeSettings()
  const { on } = maintenance
  const [isOpen, setOpen] = useState(false)
  const [endsAt, setEndsAt] = useState(toLocal(maintenance.endsAt))
  const [message, setMessage] = useState(maintenance.texts?.en ?? '')
  const save = async (reason: string) => {
    const texts = message.trim() ? { en: message } : null
    const next = on ? { on: false, endsAt: null, texts: null } : { on: true, endsAt: toIso(endsAt), texts }
    take(await call(saveMaintenanceApi, 'PUT', '/api/admin/settings/maintenance', { body: { maintenance: next, reason } }))
  }
  return (
    <Card look={on ? 'needs' : 'rest'}>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2>{t('maintenance.title')}</h2>
        <StateLabel kind={on ? 'warn' : 'off'} label={t(on ? 'maintenance.state.on' : 'maintenance.state.off')} />
      </div>
      <p className="max-w-[62ch] text-ink-2">{t('maintenance.text')}</p>
      <div className="grid gap-4 md:grid-cols-[16rem_minmax(0,1fr)]">
        <Field label={t('maintenance.endsAt')}>
          <TextInput type="datetime-local" disabled={on} value={endsAt} onChange={event => setEndsAt(event.target.value)} />
        </Field>
        <Field label={t('maintenance.message')} help={t('maintenance.message.help')}>
          <TextInput disabled={on} maxLength={500} value={message} onChange={event => setMessage(event.target.value)} />
        </Field>
      </div>
      <Button look={on ? 'primary' : 'danger'} className="justify-self-start" onClick={() => setOpen(true)}>
        {t(on ? 'maintenance.end' : 'maintenance.begin')}
      </Button>
      <ConfirmAction
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t(on ? 'maintenance.end' : 'maintenance.begin')}
        action={t(on ? 'maintenance.end' : 'maintenance.begin')}
        danger={!on}
        onConfirm={save}
      >
        <p>{t(on ? 'maintenance.end.text' : 'maintenance.begin.text')}</p>
      </ConfirmAction>
    </Card>
  )
}
