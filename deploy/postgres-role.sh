#!/bin/sh
# Two ordinary users: one owns the database and nothing else, and may create databases, because each backup is tried out in one of
# its own; the site works as the other, who is given rows to read and write by each start.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set site="$SITE_PASSWORD" --set owner="$OWNER_PASSWORD" <<'SQL'
create role whitebirch login createdb password :'owner';
create role whitebirch_site login password :'site';
create database whitebirch owner whitebirch encoding 'UTF8' template template0;
revoke connect on database postgres from public;
SQL
