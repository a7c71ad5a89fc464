// A new key, until its person has it: it stays on the page when the dialog that made it is gone, and is shown nowhere else.
import { KeyRound } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { useWords } from '../../words.tsx'

export function ShownOnce({ secret, onDone }: { secret: string; onDone(): void }) {
  const t = useWords('keys')
  return (
    <Note kind="ok" icon={KeyRound} alert>
      <div className="grid gap-3">
        <p>
          <b className="block">{t('made')}</b> {t('made.lead')}
        </p>
        <Field label={t('made.label')} help={t('made.next')}>
          <TextInput
            readOnly
            dir="ltr"
            className="font-mono text-sm!"
            value={secret}
            autoComplete="off"
            spellCheck={false}
            onFocus={event => event.target.select()}
          />
        </Field>
        <div className="flex flex-wrap gap-3">
          <CopyButton text={secret} word={t('made.copy')} done={t('made.copied')} look="primary" />
          <Button look="quiet" small onClick={onDone}>
            {t('made.done')}
          </Button>
        </div>
      </div>
    </Note>
  )
}
