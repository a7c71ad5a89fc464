// A named list to write: its name, and its entries one a line, to type or to paste.
import { useRef, useState } from 'react'
import type { WordList } from '../../../../core/api/filters.ts'
import { ListName } from '../../../../core/filters/tree.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DialogDeeds } from '../../../ui/DialogParts.tsx'
import { Field } from '../../../ui/Field.tsx'
import { useExplain } from '../../../ui/failure.ts'
import { Note } from '../../../ui/Note.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { toast } from '../../../ui/toast.ts'
import { useWords } from '../../../words.tsx'
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
      <DialogDeeds>
        <Button busy={save.isPending} onClick={go}>
          {t('lists.save')}
        </Button>
      </DialogDeeds>
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
