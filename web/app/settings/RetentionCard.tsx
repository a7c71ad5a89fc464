// Sets how long email is stored; a shorter time erases older email, so it asks first.
import { type FormEvent, useEffect, useState } from 'react'
import type { Settings } from '../../../core/api/settings.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Confirm } from '../../ui/overlays/Dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { useChangeSettings } from '../queries/settings.ts'

export function RetentionCard({ settings, onDirty }: { settings: Settings; onDirty(isDirty: boolean): void }) {
  const t = useWords('settings')
  const explain = useExplain()
  const change = useChangeSettings()
  const [typedText, setTypedText] = useState<string | null>(null)
  const [hasTried, setTried] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const text = typedText ?? String(settings.retentionDays)
  const days = parseDays(text)
  const isDirty = days !== settings.retentionDays
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const save = () =>
    change.mutate(
      { retentionDays: days ?? settings.retentionDays },
      { onSuccess: () => (setTypedText(null), toast.success(t('saved'))), onSettled: () => setAsking(false) },
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (change.isPending) return
    setTried(days === null)
    if (days === null) event.currentTarget.querySelector('input')?.focus()
    else if (days < settings.retentionDays) setAsking(true)
    else save()
  }
  return (
    <Card>
      <h2>{t('kept')}</h2>
      <p className="text-ink-2">{t('kept.text')}</p>
      <form className="grid gap-4" noValidate onSubmit={submit}>
        {change.error && (
          <Note kind="danger" alert>
            {explain(change.error)} {t('stillHere')}
          </Note>
        )}
        <Field label={t('kept.days')} help={t('kept.help')} error={hasTried && days === null ? t('kept.wrong') : undefined}>
          <TextInput type="text" inputMode="numeric" className="w-28!" value={text} onChange={event => setTypedText(event.target.value)} />
        </Field>
        <Button type="submit" look="quiet" className="w-fit" busy={change.isPending}>
          {t('kept.save')}
        </Button>
      </form>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('kept.sure', { days: days ?? 0 })}
        action={t('kept.deed')}
        busy={change.isPending}
        onConfirm={save}
      >
        <p>{t('kept.erased')}</p>
      </Confirm>
    </Card>
  )
}

const parseDays = (text: string): number | null => (/^\s*\d{1,3}\s*$/.test(text) && Number(text) <= 365 ? Number(text) : null)
