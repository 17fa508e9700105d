/** The methods that the runtime's binding and Miniflare's stand-in for it share. */
export type Preparing = { prepare(sql: string): Statement & { bind(...values: unknown[]): Statement } }

type Statement = { run(): Promise<unknown> }

const keyLength = 22

/** A photo key with the length of a real one, because photo URLs depend on it. */
export const photoKeyOf = (id: string) => id.padEnd(keyLength, '-').slice(0, keyLength)
export const photoKeySql = (column: string) => `substr(${column} || '${'-'.repeat(keyLength)}', 1, ${keyLength})`

/**
 * Copies of the demo's members with their texts, answers and preferences; the same ones in every run. Their ids are as long as
 * those of accounts, because rows of relations consist of ids. Ages, cells around their cities and times of activity vary. Every
 * second one has a photo, and one in a thousand has a boost.
 */
export async function populate(db: Preparing, size: number): Promise<void> {
  const now = Date.now()
  const copies = `(with recursive n(i) as (select 0 union all select i + 1 from n where i < ${size - 1}),
      models as materialized (select row_number() over (order by member_id) - 1 as place, count(*) over () as total, member_id as model
        from profiles where discoverable = 1)
    select printf('bench-%016d', i) as copy, model, i, (i * 2654435761) % 4294967296 as h from n join models on place = i % total)`
  const birthDate = `date(p.birth_date, '-' || (h % 1500) || ' days')`
  const cellX = `p.cell_x + h / 7 % 13 - 6`
  const cellY = `p.parent_y * 8 + h / 91 % 8`
  const statements = [
    `insert into members (id, email, password_hash, state, first_name, birth_date, gender, locale, time_zone, appearance, created_at, updated_at)
      select copy, copy || '@example.test', '', m.state, m.first_name, ${birthDate}, m.gender, m.locale, m.time_zone, m.appearance, m.created_at, m.updated_at
      from ${copies} join members m on m.id = model join profiles p on p.member_id = model`,
    `insert into profiles (member_id, first_name, discoverable, avatar, about, intent, gender, birth_date, seeks_mask, gender_mask, seeks_age_min, seeks_age_max,
        city_id, cell_x, cell_y, parent_x, parent_y, interests, languages, visibility, quiz, verified, completeness, active_at, updated_at)
      select copy, first_name, 1, avatar, about, intent, gender, ${birthDate}, seeks_mask, gender_mask, seeks_age_min, seeks_age_max,
        city_id, ${cellX}, ${cellY}, (${cellX}) / 8, parent_y, interests, languages, visibility, quiz, verified, completeness,
        ${now} - (h % 1000) * (h % 1000) * 2600, updated_at
      from ${copies} join profiles p on p.member_id = model`,
    `insert into photos (id, member_id, position, key, state, width, height, created_at)
      select id, id, 0, ${photoKeySql('id')}, 'approved', 1200, 1600, ${now} from members where id glob 'bench-*[02468]'`,
    `insert into boosts (id, member_id, starts_at, ends_at, parent_x, parent_y)
      select member_id, member_id, ${now - 60_000}, ${now + 3_600_000}, parent_x, parent_y from profiles where member_id glob 'bench-*000'`,
  ]
  for (const statement of statements) await db.prepare(statement).run()
}
