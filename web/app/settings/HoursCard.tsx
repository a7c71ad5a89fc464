// Sets when messages may arrive: time zone, quiet hours, digest time.
import { type FormEvent, useEffect, useState } from 'react'
import type { Settings } from '../../../core/api/settings.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { TimeInput } from '../../ui/forms/TimeInput.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { useChangeSettings } from '../queries/settings.ts'
import { defaultQuietHours, QuietHoursFields } from './QuietHoursFields.tsx'
import { TimeZoneField } from './TimeZoneField.tsx'

type Hours = Pick<Settings, 'timeZone' | 'quiet' | 'digestAt'>

/** Unsaved changes are kept on top of the saved values, so that neither overwrites the other. */
export function HoursCard({ settings, onDirty }: { settings: Settings; onDirty(isDirty: boolean): void }) {
  const t = useWords('settings')
  const explain = useExplain()
  const change = useChangeSettings()
  const [changes, setChanges] = useState<Partial<Hours>>({})
  const { timeZone, quiet, digestAt } = { ...settings, ...changes }
  const [lastQuiet, setLastQuiet] = useState(settings.quiet ?? defaultQuietHours)
  const isDirty = JSON.stringify([timeZone, quiet, digestAt]) !== JSON.stringify([settings.timeZone, settings.quiet, settings.digestAt])
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const update = (part: Partial<Hours>) => {
    setChanges({ ...changes, ...part })
    if (part.quiet) setLastQuiet(part.quiet)
    change.reset()
  }
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (change.isPending) return
    if (quiet && quiet.from === quiet.to) return event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    change.mutate(changes, { onSuccess: () => (setChanges({}), toast.success(t('saved'))) })
  }
  return (
    <Card>
      <h2>{t('hours')}</h2>
      <form className="grid gap-5" noValidate onSubmit={save}>
        {change.error && (
          <Note kind="danger" alert>
            {explain(change.error)} {t('stillHere')}
          </Note>
        )}
        <TimeZoneField value={timeZone} onChange={zone => update({ timeZone: zone })} />
        <div className="grid gap-2">
          <Checkbox
            label={<span className="font-strong">{t('quiet')}</span>}
            checked={quiet !== null}
            onChange={on => update({ quiet: on ? lastQuiet : null })}
          />
          <p className="text-sm text-ink-2">{t('quiet.help')}</p>
          {quiet && <QuietHoursFields hours={quiet} onChange={hours => update({ quiet: hours })} />}
        </div>
        <Field label={t('digest')} help={t('digest.help')}>
          <TimeInput value={digestAt} onChange={time => update({ digestAt: time })} />
        </Field>
        <Button type="submit" look="quiet" className="w-fit" busy={change.isPending}>
          {t('hours.save')}
        </Button>
      </form>
    </Card>
  )
}
