// Edits a named list: its name, and one entry per line.
import { useRef, useState } from 'react'
import type { WordList } from '../../../../core/api/filters.ts'
import { ListName } from '../../../../core/filters/tree.ts'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { TextInput } from '../../../ui/forms/TextInput.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { DialogButtons } from '../../../ui/overlays/DialogLayout.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useWords } from '../../../words/words.tsx'
import { type Entries, entriesOf, mostEntries } from './entries.ts'
import { useSaveList } from './lists.ts'

interface EditorProps {
  list: WordList | null
  taken: string[]
  onClose(): void
}

export function ListEditor({ list, taken, onClose }: EditorProps) {
  const t = useWords('filterways')
  const explain = useExplain()
  const save = useSaveList()
  const [name, setName] = useState(list?.name ?? '')
  const [text, setText] = useState(() => list?.entries.join('\n') ?? '')
  const [hasTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const read = entriesOf(text)
  const wrong = useWrong(read, list === null ? name : null, taken)
  const go = () => {
    setTried(true)
    if (wrong.name || wrong.entries) return
    save.mutate(
      { name: name.trim(), entries: read.entries },
      {
        onSuccess: () => {
          toast.success(t('lists.saved'))
          onClose()
        },
      },
    )
  }
  return (
    <Dialog open onClose={onClose} title={list?.name ?? t('lists.new')} {...(!list && { first: field })} wide>
      {save.error && (
        <Note kind="danger" alert>
          {explain(save.error)}
        </Note>
      )}
      {!list && (
        <Field label={t('lists.name')} error={hasTried ? wrong.name : undefined}>
          <TextInput
            ref={field}
            value={name}
            maxLength={60}
            dir="auto"
            placeholder={t('lists.name.placeholder')}
            onChange={event => setName(event.target.value)}
          />
        </Field>
      )}
      <Field
        label={t('lists.entries')}
        help={read.twice > 0 ? t('lists.twice', { n: read.twice }) : t('lists.entries.help')}
        error={hasTried ? wrong.entries : undefined}
        aside={<span className="text-ink-2 tabular-nums">{t('lists.count', { n: read.entries.length })}</span>}
      >
        <TextArea rows={10} dir="auto" spellCheck={false} value={text} onChange={event => setText(event.target.value)} />
      </Field>
      <DialogButtons>
        <Button busy={save.isPending} onClick={go}>
          {t('lists.save')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function useWrong({ entries, tooLong }: Entries, name: string | null, taken: string[]) {
  const t = useWords('filterways')
  const isTaken = name !== null && taken.some(other => other.toLocaleLowerCase() === name.trim().toLocaleLowerCase())
  const wrongName =
    name !== null && !ListName.safeParse(name).success ? t('lists.name.missing') : isTaken ? t('lists.name.taken') : undefined
  const wrongEntries =
    entries.length === 0
      ? t('lists.entries.missing')
      : entries.length > mostEntries
        ? t('lists.entries.many', { n: entries.length })
        : tooLong
          ? t('lists.entries.long', { entry: tooLong })
          : undefined
  return { name: wrongName, entries: wrongEntries }
}
