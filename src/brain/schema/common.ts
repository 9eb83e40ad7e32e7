import Type from "typebox";
import { ID_PATTERN } from "../limits.js";

/** Milliseconds since 1970-01-01 UTC. */
export const Time = Type.Integer({ minimum: 0, description: "Milliseconds since 1970-01-01 UTC." });

/** The name of a session, call, anchor… that may also name a file. */
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
