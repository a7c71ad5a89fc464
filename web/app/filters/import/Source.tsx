// The source of an import: pasted, dropped or a file; its format is detected.
import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Format } from '../../../../core/api/filter-exchange.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { Pick } from '../../../ui/forms/Pick.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'
import { formatOf } from './detect.ts'
import { type ParsedImport, useReadImport } from './import-filters.ts'

const largestBytes = 2_000_000

interface SourceProps {
  text: string
  onText(text: string): void
  onRead(reading: ParsedImport): void
}

export function Source({ text, onText, onRead }: SourceProps) {
  const t = useWords('filterways')
  const explain = useExplain()
  const read = useReadImport()
  const [fileName, setFileName] = useState('')
  const [chosen, setChosen] = useState<Format | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const format = chosen ?? formatOf(text, fileName)
  const say = (next: string, name = '') => {
    setProblem(null)
    setChosen(null)
    setFileName(name)
    onText(next)
    if (read.isError) read.reset()
  }
  const open = (file: File | undefined) => {
    if (!file) return
    if (file.size > largestBytes) setProblem(t('import.file.tooLarge'))
    else void file.text().then(content => say(content, file.name))
  }
  const go = () => {
    if (!text.trim()) return setProblem(t('import.missing'))
    read.mutate({ format, text }, { onSuccess: onRead })
  }
  return (
    <Card>
      {read.error && (
        <Note kind="danger" alert>
          {explain(read.error)}
        </Note>
      )}
      <Drop onFile={open}>
        <Field label={t('import.text')} help={t('import.text.help')} error={problem ?? undefined} aside={<FileButton onFile={open} />}>
          <TextArea
            rows={12}
            spellCheck={false}
            className="font-mono text-sm!"
            placeholder={t('import.text.placeholder')}
            value={text}
            onChange={event => say(event.target.value)}
          />
        </Field>
      </Drop>
      <p className="-mt-2 text-sm text-ink-2">{t('import.how')}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex flex-wrap items-center gap-2">
          {t('import.format')}{' '}
          <Pick
            label={t('import.format')}
            value={format}
            options={Format.options.map(value => ({ value, word: t(`import.format.${value}`) }))}
            onChange={setChosen}
          />
        </p>
        <Button busy={read.isPending} onClick={go}>
          {t('import.read')}
        </Button>
      </div>
    </Card>
  )
}

function FileButton({ onFile }: { onFile(file: File | undefined): void }) {
  const t = useWords('filterways')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look="quiet" small onClick={() => input.current?.click()}>
        <FileUp size={16} aria-hidden /> {t('import.file')}
      </Button>
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        aria-label={t('import.file')}
        accept=".xml,.sieve,.siv,.json,.yaml,.yml,.txt,text/*,application/json,application/xml"
        onChange={event => {
          onFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}

function Drop({ onFile, children }: { onFile(file: File | undefined): void; children: React.ReactNode }) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      role="presentation"
      className={cx('rounded-hull', isOver && 'outline-3 outline-offset-4 outline-accent')}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        onFile(event.dataTransfer.files[0])
      }}
    >
      {children}
    </div>
  )
}
