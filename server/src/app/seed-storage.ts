import { createContent } from '#features/storage/content/create-content.ts'
import type { Sharer } from '#features/storage/sharing/list-shares.ts'
import { shareFolder } from '#features/storage/sharing/share-folder.ts'

/** What customers of a small shop ask about. */
const files: Record<string, string> = {
  'Customer service/Returns policy.md': `# Returns policy

Customers may return an order within 30 days of its delivery, unused and in its packaging.

- Returns within the country are free; the label is in the parcel. From abroad the customer pays the postage.
- We refund to the way of payment within 5 working days of the parcel's arrival.
- Gift cards and opened hygiene products cannot be returned.
- A faulty item is exchanged or refunded for two years, whatever its packaging.
`,
  'Customer service/Delivery times.md': `# Delivery times

Orders placed before 14:00 on a working day leave our warehouse the same day.

| Where | Standard | Express |
|---|---|---|
| Within the country | 2 to 3 working days | next working day |
| European Union | 4 to 6 working days | 2 working days |
| Elsewhere | 7 to 12 working days | 4 working days |

Standard delivery is free from 50 EUR; below, it costs 4.90 EUR. Express costs 9.90 EUR.
`,
  'Customer service/Price list.csv': `item,size,price_eur,in_stock
Canvas backpack,20 l,59.00,yes
Canvas backpack,30 l,74.00,yes
Rain cover,one size,14.50,yes
Travel bottle,0.5 l,18.00,no
Travel bottle,0.75 l,21.00,yes
Gift card,any,25.00,yes
`,
  'Team notes.md': `# Team notes

Robin answers customers from the folder "Customer service". What lies beside it, such as this note, Robin does not see.
`,
}

/** What the teammate does with them. */
export const readingTools = ['semantic_search', 'search', 'read_file', 'list', 'stat_file', 'get_temp_file_url'].map(
  (name) => `storage.${name}`,
)

/** A few files to look at, of which the teammate may read those for customers. */
export async function seedStorage(ctx: Sharer, employee_id: string): Promise<void> {
  for (const [path, content] of Object.entries(files))
    await createContent(ctx, { path, is_folder: false, content }, null)
  await shareFolder(ctx, { path: 'Customer service', employee_id, permission: 'read' })
}
