// Pauses all phones: for an hour, until the morning, or until a chosen time.
import { Clock3, Sunrise } from 'lucide-react'
import { useState } from 'react'
import { mostPauseHours } from '../../../../core/delivery/pause.ts'
import { useNow } from '../../../now.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextInput } from '../../../ui/forms/TextInput.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { DialogButtons } from '../../../ui/overlays/DialogLayout.tsx'
import { hourText } from '../../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { restEnd } from '../../phone-state.ts'
import { usePause, useSetPause } from '../../queries/pause.ts'
import { useShellDialogs } from '../shell-dialogs.ts'

export function PauseDialog() {
  const t = useWords('pause')
  const { part, open } = useShellDialogs()
  return (
    <Dialog open={part === 'pause'} onClose={() => open(null)} title={t('title')} lead={t('lead')}>
      {part === 'pause' && <Choices onDone={() => open(null)} />}
    </Dialog>
  )
}

function Choices({ onDone }: { onDone(): void }) {
  const t = useWords('pause')
  const language = useLanguage()
  const now = useNow(30_000)
  const paused = usePause()
  const set = useSetPause(until => (until ? t('paused', { until: hourText(until, new Date(), language) }) : t('resumed')))
  const pause = (until: Date | null) => {
    set.mutate(until)
    onDone()
  }
  return (
    <>
      {paused && (
        <Note>
          <span className="flex flex-wrap items-center justify-between gap-2">
            {t('now', { until: hourText(paused, now, language) })}
            <Button look="quiet" small onClick={() => pause(null)}>
              {t('resume')}
            </Button>
          </span>
        </Note>
      )}
      <div className="grid grid-cols-1 gap-2">
        {rests.map(({ rest, icon: Icon }) => {
          const end = restEnd(rest, now)
          return (
            <Button key={rest} look="quiet" block className="justify-start! *:w-full" onClick={() => pause(end)}>
              <Icon size={18} aria-hidden />
              {t(rest)}
              <span className="ms-auto text-sm font-normal text-ink-2">
                {end.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
              </span>
            </Button>
          )
        })}
      </div>
      <OwnTime now={now} onPick={pause} />
    </>
  )
}

const rests = [
  { rest: 'hour', icon: Clock3 },
  { rest: 'morning', icon: Sunrise },
] as const

function OwnTime({ now, onPick }: { now: Date; onPick(until: Date): void }) {
  const t = useWords('pause')
  const most = new Date(now.getTime() + mostPauseHours * 3_600_000)
  const [text, setText] = useState(() => inputText(restEnd('day', now)))
  const [tried, setTried] = useState(false)
  const until = new Date(text)
  const isWrong = Number.isNaN(until.getTime()) || until <= now || until > most
  return (
    <form
      noValidate
      className="grid gap-3 border-t border-line pt-4"
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (!isWrong) onPick(until)
      }}
    >
      <Field label={t('other')} help={t('otherHelp')} error={tried && isWrong ? t('otherWrong') : undefined}>
        <TextInput
          type="datetime-local"
          value={text}
          min={inputText(now)}
          max={inputText(most)}
          onChange={event => setText(event.target.value)}
        />
      </Field>
      <DialogButtons>
        <Button type="submit">{t('deed')}</Button>
      </DialogButtons>
    </form>
  )
}

/** As the input has it: the reader's day and time, without a zone. */
function inputText(at: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}
