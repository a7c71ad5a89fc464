// Pauses all phones: for an hour, until the morning, or until a chosen time.
import { Clock3, Sunrise } from 'lucide-react'
import { useState } from 'react'
import { maxPauseHours } from '../../../../core/delivery/pause.ts'
import { useNow } from '../../../now.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextInput } from '../../../ui/forms/TextInput.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { DialogButtons } from '../../../ui/overlays/DialogLayout.tsx'
import { formatHour } from '../../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { findPauseEnd } from '../../phone-state.ts'
import { usePause, useSetPause } from '../../queries/pause.ts'
import { useShellDialogs } from '../shell-dialogs.ts'

export function PauseDialog() {
  const t = useWords('pause')
  const { current, open } = useShellDialogs()
  return (
    <Dialog open={current === 'pause'} onClose={() => open(null)} title={t('title')} lead={t('lead')}>
      {current === 'pause' && <PauseOptions onDone={() => open(null)} />}
    </Dialog>
  )
}

function PauseOptions({ onDone }: { onDone(): void }) {
  const t = useWords('pause')
  const language = useLanguage()
  const now = useNow(30_000)
  const paused = usePause()
  const set = useSetPause(until => (until ? t('paused', { until: formatHour(until, new Date(), language) }) : t('resumed')))
  const pause = (until: Date | null) => {
    set.mutate(until)
    onDone()
  }
  return (
    <>
      {paused && (
        <Note>
          <span className="flex flex-wrap items-center justify-between gap-2">
            {t('now', { until: formatHour(paused, now, language) })}
            <Button look="quiet" small onClick={() => pause(null)}>
              {t('resume')}
            </Button>
          </span>
        </Note>
      )}
      <div className="grid grid-cols-1 gap-2">
        {pauseOptions.map(({ length, icon: Icon }) => {
          const end = findPauseEnd(length, now)
          return (
            <Button key={length} look="quiet" block className="justify-start! *:w-full" onClick={() => pause(end)}>
              <Icon size={18} aria-hidden />
              {t(length)}
              <span className="ms-auto text-sm font-normal text-ink-2">
                {end.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
              </span>
            </Button>
          )
        })}
      </div>
      <CustomTime now={now} onPick={pause} />
    </>
  )
}

const pauseOptions = [
  { length: 'hour', icon: Clock3 },
  { length: 'morning', icon: Sunrise },
] as const

function CustomTime({ now, onPick }: { now: Date; onPick(until: Date): void }) {
  const t = useWords('pause')
  const latest = new Date(now.getTime() + maxPauseHours * 3_600_000)
  const [text, setText] = useState(() => toInputValue(findPauseEnd('day', now)))
  const [hasTried, setHasTried] = useState(false)
  const until = new Date(text)
  const isInvalid = Number.isNaN(until.getTime()) || until <= now || until > latest
  return (
    <form
      noValidate
      className="grid gap-3 border-t border-line pt-4"
      onSubmit={event => {
        event.preventDefault()
        setHasTried(true)
        if (!isInvalid) onPick(until)
      }}
    >
      <Field label={t('other')} help={t('otherHelp')} error={hasTried && isInvalid ? t('otherWrong') : undefined}>
        <TextInput
          type="datetime-local"
          value={text}
          min={toInputValue(now)}
          max={toInputValue(latest)}
          onChange={event => setText(event.target.value)}
        />
      </Field>
      <DialogButtons>
        <Button type="submit">{t('deed')}</Button>
      </DialogButtons>
    </form>
  )
}

/** The format of the input: local date and time without a time zone. */
function toInputValue(at: Date): string {
  const twoDigits = (n: number) => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}
