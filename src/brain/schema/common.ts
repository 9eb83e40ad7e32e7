import Type from "typebox";

/** Milliseconds since 1970-01-01 UTC. */
export const Time = Type.Integer({ minimum: 0, description: "Milliseconds since 1970-01-01 UTC." });

/**
 * An id that is also a file name: letters, digits, `.`, `_`, `-`, at most 128, and no leading dot or
 * dash, so that it can neither climb, hide nor look like an option.
 */
export const ID_PATTERN = "^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$";
export const Id = Type.String({ pattern: ID_PATTERN });

/** Text that somebody wrote, from 1 to `limit` UTF-16 units. */
export const text = (limit: number) => Type.String({ minLength: 1, maxLength: limit });

/** An object that refuses unknown properties. */
export const closed = <P extends Type.TProperties>(properties: P, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description === undefined ? {} : { description }) });

/** `schema`, or null where there is none. */
export const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const Version = Type.Literal(1, { description: "Version of this file's layout." });

/** Agent names come from hosts and from file names; anything of one line's length is kept. */
export const AgentName = text(120);
