import pg from 'pg'

type Place = { url: string; cookie: string; organization_id: string; employee_id: string; database_url: string }

/** A chat of the bench's person with as many messages, written straight into the database; ids in order of time. */
export async function seedConversation(place: Place, { title, messages }: { title: string; messages: number }) {
  const { url, cookie, organization_id, employee_id, database_url } = place
  const path = `/api/organizations/${organization_id}/employees/${employee_id}/conversations/new`
  const response = await fetch(`${url}${path}`, { method: 'POST', headers: { cookie } })
  if (!response.ok) throw new Error(await response.text())
  const { id } = (await response.json()) as { id: string }

  const client = new pg.Client({ connectionString: database_url })
  await client.connect()
  await client.query(
    `insert into messages (id, organization_id, conversation_id, channel, role, status, content, employee_id, created_at)
     select (lpad(to_hex(at), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid,
       $1, $2, 'employee_chat', case when n % 2 = 1 then 'contact' else 'ai' end, 'completed',
       'message ' || n || ' of ' || $3 || E'\\n\\n' ||
         case when n % 2 = 1 then 'What about **this**?' else repeat('- a line of the answer with \`code\` in it' || E'\\n', 1 + n % 7) end,
       $4, to_timestamp(at / 1000.0)
     from generate_series(1, $5::int) n, lateral (select (extract(epoch from now()) * 1000)::bigint - ($5::int - n) * 1000 as at) moment`,
    [organization_id, id, title, employee_id, messages],
  )
  await client.query('update conversations set title = $2, last_message_at = now() where id = $1', [id, title])
  await client.query('analyze messages')
  await client.end()
  return id
}
