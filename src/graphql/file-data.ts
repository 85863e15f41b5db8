import { GraphQLInt, GraphQLList, GraphQLObjectType, GraphQLString } from 'graphql';

const text = { type: GraphQLString };
const whole = { type: GraphQLInt };

const THUMBNAIL = new GraphQLObjectType({
  name: 'FileThumbnail',
  fields: { key: text, url: text, relative_url: text, dimension: text, width: whole, height: whole },
});
const EMBED = new GraphQLObjectType({ name: 'FileEmbed', fields: { html: text, url: text } });

/** The object `data` of a file: its URLs. (Contract, F-20 to F-27.) */
export const FILE_DATA = new GraphQLObjectType({
  name: 'FileData',
  fields: {
    full_url: text,
    url: text,
    asset_url: text,
    thumbnails: { type: new GraphQLList(THUMBNAIL) },
    embed: { type: EMBED },
  },
});
