// The searchable, grouped list of fields, loaded when first opened.
import { Combobox } from '@base-ui/react/combobox'
import { type FieldGroup, type FieldName, fieldGroups } from '../../../../core/filters/edit-test.ts'
import { SearchItem, SearchPopup } from '../../../ui/forms/SearchPopup.tsx'
import { useWords } from '../../../words/words.tsx'
import { FieldFace, type PickerProps, pickerClass } from './FieldFace.tsx'

interface Item {
  value: FieldName
  label: string
  hint: string
}

/** Opens as soon as it is loaded, since its button has been pressed. */
export function FieldBox({ value, onChange }: PickerProps) {
  const t = useWords('builder')
  const groups = (Object.keys(fieldGroups) as FieldGroup[]).map(group => ({
    value: t(`fields.${group}`),
    items: fieldGroups[group].map((field): Item => ({ value: field, label: t(`field.${field}`), hint: t(`field.${field}.hint`) })),
  }))
  const chosen = groups.flatMap(group => group.items).find(item => item.value === value) ?? null
  return (
    <Combobox.Root
      defaultOpen
      items={groups}
      value={chosen}
      onValueChange={(item: Item | null) => item && onChange(item.value)}
      isItemEqualToValue={(item: Item, other: Item) => item.value === other.value}
      filter={(item: Item, query) => fits(item, query)}
      autoHighlight
    >
      <Combobox.Trigger data-first aria-label={t('field')} data-value={value} className={pickerClass}>
        <FieldFace value={value} />
      </Combobox.Trigger>
      <SearchPopup label={t('field')} search={t('field.search')} none={t('field.none')}>
        {(group: (typeof groups)[number]) => (
          <Combobox.Group key={group.value} items={group.items} className="pb-1.5">
            <Combobox.GroupLabel className="px-3 pt-2 pb-1 text-xs font-strong text-ink-2">{group.value}</Combobox.GroupLabel>
            <Combobox.Collection>{(item: Item) => <Row key={item.value} item={item} />}</Combobox.Collection>
          </Combobox.Group>
        )}
      </SearchPopup>
    </Combobox.Root>
  )
}

const Row = ({ item }: { item: Item }) => (
  <SearchItem value={item}>
    {item.label}
    <span className="text-xs font-normal text-ink-2">{item.hint}</span>
  </SearchItem>
)

/** Every word that was typed is in the name or the hint. */
function fits({ label, hint }: Item, query: string): boolean {
  const text = `${label} ${hint}`.toLocaleLowerCase()
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}
