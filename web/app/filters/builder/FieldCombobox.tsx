// The searchable, grouped list of fields, loaded when first opened.
import { Combobox } from '@base-ui/react/combobox'
import { type FieldGroup, type FieldName, fieldGroups } from '../../../../core/filters/edit-test.ts'
import { SearchItem, SearchPopup } from '../../../ui/forms/SearchPopup.tsx'
import { useWords } from '../../../words/words.tsx'
import { FieldLabel, type FieldPickerProps, pickerClass } from './FieldLabel.tsx'

interface Item {
  value: FieldName
  label: string
  hint: string
}

/** Opens as soon as it is loaded, since its button was already pressed. */
export function FieldCombobox({ value, onChange }: FieldPickerProps) {
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
      filter={(item: Item, query) => matchesQuery(item, query)}
      autoHighlight
    >
      <Combobox.Trigger data-first aria-label={t('field')} data-value={value} className={pickerClass}>
        <FieldLabel value={value} />
      </Combobox.Trigger>
      <SearchPopup label={t('field')} placeholder={t('field.search')} emptyText={t('field.none')}>
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

/** Matches if the name or the hint contains every typed word. */
function matchesQuery({ label, hint }: Item, query: string): boolean {
  const text = `${label} ${hint}`.toLocaleLowerCase()
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}
